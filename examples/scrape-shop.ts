/**
 * A scraper as a program: only some links are followed, pages of some addresses are read by selectors, and each item is written as one line
 * of JSON. Run it with the address of a list. Running it again resumes; what is stored is not fetched again.
 */
import { appendFile } from 'node:fs/promises'
import { Collection, type ConfigInput, type Env, type RunResult } from '../src/index.ts'

export interface Item {
  readonly url: string
  readonly name: string
  readonly price: number
  readonly picture: string | null
}

export interface Shop {
  readonly url: string
  readonly folder: string
  /** Gets a line for each item. */
  readonly file: string
  readonly config?: ConfigInput
  readonly env?: Partial<Env>
}

export async function scrapeShop({ url, folder, file, config, env = {} }: Shop): Promise<RunResult> {
  await using shop = await Collection.open(folder, { mode: 'write' })
  const links = { local: true, follow: ['.page-menu a', 'div.page-product a', 'a[rel=next]'] }
  return await shop.crawl(
    { seeds: [url], scope: links, request: { retries: 5 }, ...config },
    {
      env,
      on: {
        async '/product/*'(visit) {
          if (visit.revision === null) return // not stored, or stored as it is
          const [page] = await (await visit.page()).select('html')
          const price = /[\d.]+/.exec(page?.select('.page-price')[0]?.text ?? '')
          if (!page || !price) throw new Error(`${visit.url} has no price: its template may have changed`)
          const item: Item = {
            url: visit.url,
            name: page.select('h1')[0]?.text ?? '',
            price: Number(price),
            picture: page.select('main img')[0]?.address ?? null,
          }
          await appendFile(file, `${JSON.stringify(item)}\n`)
        },
        default({ url, outcome }) {
          if (outcome.kind === 'failed') console.warn(url, outcome.message)
        },
      },
    },
  )
}

if (import.meta.main) {
  const url = process.argv[2] ?? 'https://example.org/'
  console.log(await scrapeShop({ url, folder: './shop', file: 'items.jsonl' }))
}
