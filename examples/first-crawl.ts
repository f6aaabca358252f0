/** The library in a few lines: crawl a site into a folder and list what was found. Run it with a URL. */
import { crawl, openCollection } from '../src/index.ts'

export async function firstCrawl(
  url: string,
  folder: string,
  config: object = {},
  env: object = {},
): Promise<string[]> {
  const collection = await openCollection(folder, { mode: 'write' })
  try {
    await crawl(collection, { seeds: [url], scope: { local: true, pages: 50 }, ...config }, { env })
    const titles: string[] = []
    for await (const page of collection.store.pages({ status: 'completed' }))
      titles.push(`${page.url}  ${page.title ?? ''}`)
    return titles
  } finally {
    await collection.close()
  }
}

if (import.meta.main) {
  for (const line of await firstCrawl(process.argv[2] ?? 'https://example.org/', './first-crawl'))
    console.log(line)
}
