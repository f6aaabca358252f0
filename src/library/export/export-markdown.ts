/**
 * `export markdown`: a folder with one file for each page that has text, by host and path, for people, language models and note-taking programs.
 *
 *     example.org/docs/intro.md    front matter in YAML (url, title, language, dates, class, revision), then the page
 *     pages.jsonl                  {"url", "file", "revision", "changedAt"} for each of them
 *
 * Strings of the front matter are in double quotes with JSON's escapes, which YAML reads alike. Pages that are gone or excluded are left out.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, printableLines } from '../../env/index.ts'
import type { PageRow, RevisionRow } from '../../store/index.ts'
import { isoTime } from '../plain.ts'
import type { Visible } from '../visible.ts'
import { type ExportOrder, exportedQuery } from './exported-pages.ts'
import { markdownPlace } from './markdown-place.ts'
import { contentsOf, type PageContents } from './page-contents.ts'
import { EXPORT_MARK, guarded, intoFile, intoFolder, type NewFile } from './target.ts'

export interface MarkdownSummary {
  readonly pages: number
  /** Pictures and other pages without text. */
  readonly skipped: number
}

const KEY_CHARS = 8

export async function exportMarkdown(
  visible: Visible,
  folder: string,
  order: ExportOrder,
): Promise<MarkdownSummary> {
  return intoFolder(folder, async part => {
    const summary = await intoFile(join(part, 'pages.jsonl'), list =>
      writePages(visible, { ...order, markdown: true }, part, list),
    )
    const mark = { software: 'tidewatch', format: 'markdown', collection: visible.holdings.name, ...summary }
    await guarded(folder, () => writeFile(join(part, EXPORT_MARK), `${JSON.stringify(mark, null, 2)}\n`))
    return summary
  })
}

async function writePages(
  visible: Visible,
  order: ExportOrder,
  folder: string,
  list: NewFile,
): Promise<MarkdownSummary> {
  const summary = { pages: 0, skipped: 0 }
  for await (const page of visible.pages({ ...exportedQuery({}), status: 'completed' })) {
    const revision = await visible.current(page)
    const contents = await contentsOf(visible, page, revision, order)
    if (!revision || !contents.text) summary.skipped++
    else {
      const file = await guarded(folder, () => writePage(folder, page, markdownOf(page, revision, contents)))
      const { url, revision: number, changedAt } = page
      await list.write(
        `${printableLines(JSON.stringify({ url, file, revision: number, changedAt: isoTime(changedAt) }))}\n`,
      )
      summary.pages++
    }
  }
  return summary
}

function markdownOf(page: PageRow, revision: RevisionRow, contents: PageContents): string {
  const { language, authors, publishedAt, modifiedAt, text } = contents
  const facts = {
    url: page.url,
    title: revision.title,
    language,
    authors: authors.length > 0 ? authors : null,
    publishedAt,
    modifiedAt,
    fetchedAt: isoTime(page.fetchedAt),
    changedAt: isoTime(page.changedAt),
    revision: page.revision,
    class: page.pageClass,
    original: page.original,
    truncated: revision.truncated || null,
  }
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${JSON.stringify(value)}\n`],
  )
  return `---\n${lines.join('')}---\n\n${text!.trimEnd()}\n`
}

/** Writes a file that is not there yet, and returns its name; where another page has that name, the key of this one makes the difference. */
async function writePage(folder: string, page: PageRow, text: string): Promise<string> {
  const key = page.key.toString('hex').slice(0, KEY_CHARS)
  for (const place of [markdownPlace(page.url), markdownPlace(page.url, key)]) {
    const path = join(folder, ...place.split('/'))
    await mkdir(dirname(path), { recursive: true })
    const isNew = await writeFile(path, text, { flag: 'wx' }).then(
      () => true,
      error => {
        if (errorCode(error) === 'EEXIST') return false
        throw error
      },
    )
    if (isNew) return place
  }
  const place = markdownPlace(page.url, page.key.toString('hex'))
  await writeFile(join(folder, ...place.split('/')), text, { flag: 'wx' })
  return place
}
