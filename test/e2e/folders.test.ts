/** Folders on disk: as fast as the disk, read again only where something changed, and as the guide says. */
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { ownWords } from './own-words.ts'
import { start, temporaryFolder } from './shell.ts'
import { stage } from './stage.ts'

const FILES = 60
/** Nobody would wait for a second file, let alone for sixty. */
const HOUR = '1h'

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tidewatch-folder-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const old = new Date(Date.now() - 86_400_000)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true })
    await writeFile(join(root, name), text)
    await utimes(join(root, name), old, old)
  }
  for (const name of ['', ...Object.keys(files).map(file => join(file, '..'))])
    await utimes(join(root, name), old, old)
  return root
}

const noteOf = (i: number, end = 'with words') => `The ${ownWords(i)}, ${end}.`

const notes = () =>
  Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`notes-${i % 3}/note-${i}.txt`, noteOf(i)]))

const configOf = (root: string) => ({
  seeds: [`${pathToFileURL(root).href}/`],
  scope: { schemes: ['file' as const], fileRoots: [root] },
  request: { delay: HOUR },
})

it('is polite to servers, not to the disk', async () => {
  const { crawl } = await stage([])
  const root = await folderOf(notes())
  const ran = await crawl(configOf(root))
  expect(ran.stored.filter(url => url.endsWith('.txt'))).toHaveLength(FILES)
})

it('looks at date and size first, and does not read again what has not changed', async () => {
  const { crawl, recrawl, body } = await stage([])
  const root = await folderOf(notes())
  const config = configOf(root)
  const first = await crawl(config)
  const names = ['notes-0/note-0.txt', 'notes-1/note-1.txt', 'notes-2/note-2.txt'] as const
  const [same, touched, longer] = names.map(name => join(root, name)) as [string, string, string]
  // Other letters under the same date and size: whoever reads them would see them.
  const { mtime } = await stat(same)
  await writeFile(same, noteOf(0, 'with WORDS'))
  await utimes(same, mtime, mtime)
  await writeFile(touched, noteOf(1, 'with WORDS'))
  await writeFile(longer, noteOf(2, 'with more words'))
  await utimes(longer, mtime, mtime)
  const again = await recrawl(config)
  const outcomes = new Map(again.visits.map(({ url, outcome }) => [url, outcome.kind]))
  expect(outcomes.size).toBe(first.stored.length)
  const fetched = [...outcomes].filter(([, kind]) => kind !== 'notModified').map(([url]) => url)
  expect(fetched.sort()).toEqual([touched, longer].map(path => pathToFileURL(path).href))
  expect((await body(pathToFileURL(same).href)).toString()).toBe(noteOf(0))
  expect((await body(pathToFileURL(touched).href)).toString()).toBe(noteOf(1, 'with WORDS'))
})

it('finds files that are new in a folder, and notices those that are gone', async () => {
  const { crawl, recrawl } = await stage([])
  const root = await folderOf(notes())
  const config = configOf(root)
  await crawl(config)
  await writeFile(join(root, 'notes-1', 'new.txt'), 'A new note.')
  await rm(join(root, 'notes-2', 'note-2.txt'))
  const again = await recrawl(config)
  expect(again.stored).toContain(pathToFileURL(join(root, 'notes-1', 'new.txt')).href)
  const removed = pathToFileURL(join(root, 'notes-2', 'note-2.txt')).href
  expect(again.visits.find(({ url }) => url === removed)?.outcome).toMatchObject({
    kind: 'gone',
    status: 404,
  })
  expect((await recrawl(config)).page(removed).status).toBe('gone')
})

it('does as the guide says', async () => {
  const guide = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'folders.md'), 'utf8')
  const yaml = /```yaml\n([\s\S]*?)```/.exec(guide)![1]!
  const root = await folderOf({ ...notes(), 'index.html': '<title>Home</title><p>Welcome' })
  for (const words of [[root], ['--config', 'folder.yaml']]) {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'folder.yaml'), yaml.replaceAll('/srv/documents', root))
    const crawled = await start(['crawl', ...words], { cwd }).ended
    expect(crawled).toMatchObject({ code: 0 })
    const listed = await start(['pages', '--json'], { cwd }).ended
    const urls = listed.rows.map(row => row.url)
    expect(urls).toContain(pathToFileURL(join(root, 'index.html')).href)
    expect(urls.filter(url => String(url).endsWith('.txt'))).toHaveLength(FILES)
    const again = await start(['recrawl', '--all'], { cwd }).ended
    expect(again).toMatchObject({ code: 0 })
  }
})
