/** Reads what a collection holds: the words of its pages, and what has changed on them. Run it with the folder of a collection. */
import { Collection } from '../src/index.ts'

export async function readPages(folder: string): Promise<string[]> {
  const collection = await Collection.open(folder)
  const lines: string[] = []
  try {
    for await (const page of collection.pages({ stored: true })) {
      const words = (await page.text())?.split(/\s+/).length ?? 0
      const visits = await page.history()
      lines.push(`${page.url}: ${words} words, visited ${visits.length} times, revision ${page.revision}`)
      const diff = await page.diff()
      for (const line of diff?.lines ?? []) {
        if (line.kind === 'added') lines.push(`  + ${line.text}`)
        if (line.kind === 'removed') lines.push(`  - ${line.text}`)
        if (line.kind === 'changed')
          lines.push(
            `  ~ ${line.words.map(({ kind, text }) => (kind === 'same' ? text : `[${text}]`)).join('')}`,
          )
      }
    }
    return lines
  } finally {
    await collection.close()
  }
}

if (import.meta.main)
  for (const line of await readPages(process.argv[2] ?? './tidewatch-data')) console.log(line)
