/** node crawlee.mjs MODULES URL SECONDS disk|memory: extracts links, pushes each page to the dataset. */
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [modules, url, seconds, storage] = process.argv.slice(2)
const { CheerioCrawler, Configuration } = createRequire(join(modules, 'x.js'))('@crawlee/cheerio')

let pages = 0
const config = new Configuration({ persistStorage: storage === 'disk', purgeOnStart: false })
const crawler = new CheerioCrawler(
  {
    // On disk as it comes out of the box; in memory helped over its slow start.
    ...(storage === 'memory' ? { minConcurrency: 16 } : {}),
    maxRequestRetries: 0,
    async requestHandler({ request, response, body, enqueueLinks, pushData }) {
      if (response.statusCode !== 200) return
      await enqueueLinks({ strategy: 'same-hostname' })
      await pushData({ url: request.loadedUrl, html: String(body) })
      pages++
    },
  },
  config,
)
const started = performance.now()
const report = () => console.log(JSON.stringify({ pages, seconds: (performance.now() - started) / 1000 }))
setTimeout(() => {
  report()
  process.exit(0)
}, Number(seconds) * 1000).unref()
await crawler.run([url])
report()
process.exit(0)
