/** Documents that are no web pages: their links are followed, their text is compared and shown, and bad ones stop nothing. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { Collection } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import type { Site } from '../world/index.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const HOME = 'http://h.test/'
const CONFIG = { seeds: [HOME], scope: { soft404: false, sitemaps: false } }

type Files = Record<string, readonly [type: string, body: string | Uint8Array]>

/** A site of these files; a test may change them. */
function siteOf(files: Files): Site {
  return {
    host: 'h.test',
    kind: 'fixed',
    entries: ['/'],
    find: path => {
      const file = files[path]
      return file && { template: 'fixed', headers: { 'content-type': file[0] }, bytes: () => file[1] }
    },
  }
}

const fixture = (name: string) => readFile(join(import.meta.dirname, '../fixtures', name))

function docxOf(text: string, href: string, madeAt: string): Uint8Array {
  const core = `<cp:coreProperties><dc:title>A letter</dc:title><dcterms:created>${madeAt}</dcterms:created></cp:coreProperties>`
  return zipSync({
    'word/document.xml': strToU8(
      `<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Dear reader</w:t></w:r></w:p><w:p><w:r><w:t>${text} </w:t></w:r><w:hyperlink r:id="r1"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p></w:body></w:document>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="x/hyperlink" Target="${href}" TargetMode="External"/></Relationships>`,
    ),
    'docProps/core.xml': strToU8(core),
  })
}

const PAGE = (body: string) => ['text/html', `<title>Page</title><p>${body}`] as const

async function harbour(): Promise<Files> {
  return {
    '/': PAGE('<a href=report.pdf>report</a> <a href=letter.docx>letter</a> <a href=broken.docx>broken</a>'),
    '/report.pdf': ['application/pdf', await fixture('harbour.pdf')],
    '/letter.docx': [DOCX, docxOf('All ships are listed', 'from-letter.html', '2024-05-01T00:00:00Z')],
    '/broken.docx': [DOCX, docxOf('x', 'never.html', '').subarray(0, 300)],
    '/list.html': PAGE('named in the report'),
    '/from-letter.html': PAGE('named in the letter'),
  }
}

it('follows the links of PDF and DOCX within scope and depth, and keeps their titles', async () => {
  const { crawl } = await stage([siteOf(await harbour())])
  const ran = await crawl(CONFIG)
  expect(ran.stored).toEqual(
    ['', 'broken.docx', 'from-letter.html', 'letter.docx', 'list.html', 'report.pdf'].map(
      path => HOME + path,
    ),
  )
  expect(ran.page(`${HOME}report.pdf`)).toMatchObject({
    type: 'application/pdf',
    title: 'The harbour report',
  })
  expect(ran.page(`${HOME}letter.docx`)).toMatchObject({ type: DOCX, title: 'A letter' })
  expect(ran.page(`${HOME}from-letter.html`)).toMatchObject({ depth: 2, via: `${HOME}letter.docx` })
  expect(ran.events.find(event => event.kind === 'parse-failed')?.message).toBe(
    'the file is damaged or cut short; it is kept as it is',
  )
  const shallow = await (await stage([siteOf(await harbour())])).crawl({
    ...CONFIG,
    scope: { ...CONFIG.scope, depth: 1 },
  })
  expect(shallow.stored).not.toContain(`${HOME}list.html`)
})

it('says that a file was cut short, not that it is damaged', async () => {
  const { crawl } = await stage([siteOf(await harbour())])
  const ran = await crawl({ ...CONFIG, request: { maxBody: 200 } })
  const said = ran.events.filter(({ kind }) => kind === 'parse-failed').map(({ message }) => message)
  expect([...new Set(said)]).toEqual([
    'the file was cut short when it was fetched, and cannot be read without its end; it is kept as it is',
  ])
})

it('types that are not wanted are not read', async () => {
  const { crawl } = await stage([siteOf(await harbour())])
  const ran = await crawl({ ...CONFIG, scope: { ...CONFIG.scope, types: ['text/html'] } })
  expect(ran.stored).toEqual([HOME])
  expect(ran.events.filter(event => event.kind === 'parse-failed')).toEqual([])
})

it('a document that was only made anew has not changed; one that says something else has', async () => {
  const files = await harbour()
  const { crawl, recrawl, folder } = await stage([siteOf(files)])
  await crawl(CONFIG)
  files['/letter.docx'] = [DOCX, docxOf('All ships are listed', 'from-letter.html', '2025-06-02T00:00:00Z')]
  const report = (await fixture('harbour.pdf')).toString('latin1')
  const dated = report.replace('CreationDate(D:2026', 'CreationDate(D:2027')
  expect(dated).not.toBe(report)
  files['/report.pdf'] = ['application/pdf', Buffer.from(dated, 'latin1')]
  const anew = await recrawl(CONFIG, 'all')
  expect(anew.page(`${HOME}letter.docx`)).toMatchObject({ revision: 1 })
  expect(anew.page(`${HOME}report.pdf`)).toMatchObject({ revision: 1 })
  files['/letter.docx'] = [DOCX, docxOf('No ship is left', 'from-letter.html', '2025-06-03T00:00:00Z')]
  expect((await recrawl(CONFIG, 'all')).page(`${HOME}letter.docx`)).toMatchObject({ revision: 2 })
  const collection = await Collection.open(folder, { mode: 'read' })
  const page = (await collection.page(`${HOME}letter.docx`))!
  const { lines } = (await page.diff())!
  expect(lines.map(line => line.kind)).toEqual(['same', 'changed'])
  await collection.close()
})

it('the library and the command tell what documents say, or why they cannot', async () => {
  const { crawl, folder } = await stage([siteOf(await harbour())])
  await crawl(CONFIG)
  const collection = await Collection.open(folder, { mode: 'read' })
  const letter = (await collection.page(`${HOME}letter.docx`))!
  expect(await letter.text()).toBe('Dear reader\nAll ships are listed here')
  expect(await letter.markdown()).toBe(
    `# Dear reader\n\nAll ships are listed [here](${HOME}from-letter.html)\n`,
  )
  expect(await letter.document()).toMatchObject({
    ...{ kind: 'document', title: 'A letter' },
    links: [{ href: `${HOME}from-letter.html`, text: 'here' }],
  })
  expect(await letter.links()).toEqual([
    { url: `${HOME}from-letter.html`, text: 'here', kind: 'a', nofollow: false },
  ])
  const report = await (await collection.page(`${HOME}report.pdf`))!.at()
  expect(await report!.text()).toContain('Ships came in every day, see the list')
  expect(await report!.links()).toMatchObject([{ url: `${HOME}list.html`, text: 'the list' }])
  const broken = (await collection.page(`${HOME}broken.docx`))!
  expect(await broken.text()).toBeNull()
  expect(await broken.document()).toEqual({ kind: 'unreadable', reason: 'is damaged or cut short' })
  await collection.close()

  const show = (path: string, form: string) => tidewatch('show', HOME + path, '-c', folder, '--as', form)
  expect((await show('letter.docx', 'text')).stdout).toBe('Dear reader\nAll ships are listed here\n')
  expect((await show('report.pdf', 'markdown')).stdout).toMatch(
    /^# The harbour report\n\nAnna Kvist\n\n## The harbour\n/,
  )
  expect((await show('letter.docx', 'html')).stdout).toContain(
    `<p>All ships are listed <a href="${HOME}from-letter.html">here</a></p>`,
  )
  expect((await show('', 'markdown')).stdout).toContain(`[report](${HOME}report.pdf)`)
  expect((await show('report.pdf', 'json')).rows[0]).toMatchObject({
    language: 'en-GB',
    authors: ['Anna Kvist'],
  })
  expect(await show('broken.docx', 'text')).toMatchObject({
    code: 1,
    stderr: `tidewatch: ${HOME}broken.docx cannot be shown as text: the file is damaged or cut short\n`,
  })
})

it('documents are found by what they say, whether they were indexed by the crawl or afterwards', async () => {
  for (const search of ['current', 'off'] as const) {
    const { crawl, folder } = await stage([siteOf(await harbour())])
    await crawl({ ...CONFIG, search })
    const collection = await Collection.open(folder, { mode: 'write' })
    if (search === 'off') await collection.index()
    const found = async (query: string) => (await collect(collection.search(query))).map(({ url }) => url)
    expect(await found('ships every day')).toEqual([`${HOME}report.pdf`])
    expect(await found('"dear reader"')).toEqual([`${HOME}letter.docx`])
    const [letter] = await collect(collection.search('"dear reader"'))
    const { text, marks } = letter!.snippet!
    expect(marks.map(([start, end]) => text.slice(start, end).toLowerCase())).toEqual(['dear', 'reader'])
    await collection.close()
  }
})

it('documents that say the same are found while crawling and afterwards', async () => {
  for (const find of ['near', 'off'] as const) {
    const files = await harbour()
    const again = { ...files, '/copy/letter.docx': files['/letter.docx']! }
    const { crawl, folder } = await stage([
      siteOf({ ...again, '/list.html': PAGE('<a href=copy/letter.docx>again</a>') }),
    ])
    await crawl({ ...CONFIG, duplicates: { find } })
    const collection = await Collection.open(folder, { mode: 'write' })
    if (find === 'off') await collection.findDuplicates()
    expect(await collect(collection.duplicates())).toEqual([
      { original: `${HOME}letter.docx`, copies: [`${HOME}copy/letter.docx`] },
    ])
    await collection.close()
  }
})

it('of a web page what readers came for can be had alone', async () => {
  const story =
    'The harbor was quiet when the last ferry came in, and nobody on the pier had seen the lights go out one after the other.'
  const later =
    'The keeper swore the next morning that all of them had burned until dawn, as they did every night of the year.'
  const menu =
    '<nav class="menu"><ul><li><a href="/">Politics</a></li><li><a href="/">Sports</a></li></ul></nav>'
  const page = `${menu}<main><article><h1>The lights went out</h1><p>${story}</p><p>${later}</p></article></main>
    <footer class="footer"><p>Copyright 2026 <a href="/">Imprint</a></p></footer>`
  const { crawl, folder } = await stage([siteOf({ '/': ['text/html', page] })])
  await crawl(CONFIG)
  const show = (...words: string[]) => tidewatch('show', HOME, '-c', folder, ...words)
  expect((await show('--as', 'markdown')).stdout).toContain('Imprint')
  const { stdout } = await show('--as', 'markdown', '--main')
  expect(stdout).toContain(`${story}\n\n${later}`)
  expect(stdout).not.toMatch(/Politics|Imprint/)
  expect(await show('--main')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--main needs a form'),
  })
})
