/**
 * Watches a shop and tells when a price changes. The specification names the class of its products and where their prices stand;
 * the handler of that class is called for every visit. Run it with a URL and stop it with Ctrl-C.
 */
import { writeFile } from 'node:fs/promises'
import { Collection, type ConfigInput, type Env } from '../src/index.ts'

/** Class, what it is, where, and its name: links of the home page lead to products, which have a name and a price. */
const SPECIFICATION = `home,link,//li/a,product,list
product,string,//h1,name
product,number,//*[@class="price"],price
`

export interface PriceWatch {
  readonly url: string
  readonly folder: string
  readonly signal: AbortSignal
  readonly tell: (sentence: string) => void
  readonly config?: ConfigInput
  readonly env?: Partial<Env>
}

export async function watchPrices({
  url,
  folder,
  signal,
  tell,
  config,
  env = {},
}: PriceWatch): Promise<void> {
  const shop = await Collection.open(folder, { mode: 'write', env })
  const model = `${folder}/shop.csv`
  await writeFile(model, SPECIFICATION)
  try {
    const watched = { seeds: [url], extract: { model }, refresh: { interval: '1h' }, ...config }
    await shop.watch(watched, {
      signal,
      on: {
        async product({ changed, record, page }) {
          if (!changed || record === null) return
          const [before, now] = (await (await page()).revisions()).slice(-2).map(each => each.record?.price)
          if (before !== now) tell(`${record.name}: ${before} → ${now}`)
        },
      },
    })
  } finally {
    await shop.close()
  }
}

if (import.meta.main) {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const url = process.argv[2] ?? 'https://example.org/'
  await watchPrices({ url, folder: './prices', signal: stop.signal, tell: console.log })
}
