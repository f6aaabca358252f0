/** node spider-rs.mjs MODULES URL SECONDS FILE: crawls, appends every page that is handed over to FILE. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [modules, url, seconds, file] = process.argv.slice(2)
const { Website } = createRequire(join(modules, 'x.js'))('@spider-rs/spider-rs')

const out = openSync(file, 'w')
const seen = new Set()
let lastPageAt = performance.now()
const started = performance.now()
const finish = until => {
  closeSync(out)
  console.log(JSON.stringify({ pages: seen.size, seconds: (until - started) / 1000 }))
  process.exit(0)
}
setTimeout(() => finish(performance.now()), Number(seconds) * 1000).unref()
const onPage = (error, page) => {
  if (error || page.statusCode !== 200 || seen.has(page.url)) return
  seen.add(page.url)
  lastPageAt = performance.now()
  writeSync(out, page.content)
}
await new Website(url).withBudget({ '*': 100_000 }).build().crawl(onPage)
// Pages are handed over a little after the crawl says that it is done.
setTimeout(() => finish(lastPageAt), 2000)
