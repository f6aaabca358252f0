/** The library in a few lines: crawl a site into a folder and list what was found. Run it with a URL. */
import { Collection, type ConfigInput, type Env } from '../src/index.ts'

export async function firstCrawl(
  url: string,
  folder: string,
  config: ConfigInput = {},
  env: Partial<Env> = {},
): Promise<string[]> {
  const collection = await Collection.open(folder, { mode: 'write' })
  try {
    await collection.crawl({ seeds: [url], scope: { local: true, pages: 50 }, ...config }, { env })
    const titles: string[] = []
    for await (const page of collection.pages({ status: 'completed' }))
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
