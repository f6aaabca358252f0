/**
 * Everything that reads bytes of strangers, each as the product calls it: the parser of a parse thread with everything switched on, and what
 * reads beside it. Readers answer by returning; whatever they throw is a fault.
 */
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { cdxLine } from '../../src/archive/index.ts'
import { entryOf, inspectRecord } from '../../src/archive/read/inspect.ts'
import { readRecords } from '../../src/archive/read/read-records.ts'
import { encodeSignature, PagePart, signatureOf, summarize } from '../../src/change/index.ts'
import { FormSights } from '../../src/crawl/thread/form-sights.ts'
import type { CompareJob, ParseJob } from '../../src/crawl/thread/job.ts'
import { Parser } from '../../src/crawl/thread/parse.ts'
import type { ParseSettings } from '../../src/crawl/thread/parse-settings.ts'
import { AccessibilityChecker } from '../../src/document/accessibility/index.ts'
import { mainContent, textsOfPage } from '../../src/document/content/main-content.ts'
import { cssAddresses } from '../../src/document/css.ts'
import { linksFromHeader, refreshFromHeader, robotsFromHeader } from '../../src/document/header.ts'
import { allStructured, structuredOf } from '../../src/document/index.ts'
import { PatternFinder } from '../../src/document/patterns/index.ts'
import { CookieJar } from '../../src/fetch/index.ts'
import { decodeBody, parseTree } from '../../src/html/index.ts'
import { parseRobots } from '../../src/robots/index.ts'
import { guideOfSpecification } from '../../src/site/guide/make.ts'
import {
  type GuideData,
  guideOfModel,
  induceWrapper,
  inferSite,
  queryAddress,
  readSpecification,
  versionOf,
} from '../../src/site/index.ts'
import { MADE_AT, SHOP, ShopSource, shopPage } from '../../src/site/shop.fixture.ts'
import { canonicalUrl } from '../../src/url/index.ts'
import { DEFAULT_TRAP_LIMITS } from '../../src/url/limits.ts'
import { documentReaders } from './document-readers.ts'
import type { InputKind } from './hostile-shapes.ts'

export interface Reader {
  readonly name: string
  readonly kinds: readonly InputKind[]
  readonly read: (bytes: Buffer) => Promise<void> | void
  /** What must be known before `read`, and is not part of its time: a page's earlier revision was read long ago. */
  readonly prepare?: (bytes: Buffer) => void
}

/** What a reader promised and did not keep: an answer that is not bounded, or not stable. */
export class BrokenPromise extends Error {}

const PAGE = `${SHOP}product/item-7`
/** Longer texts are not carried to where they would be summarized (`crawl/thread/compare-payload.ts`). */
const MAX_SUMMARIZED_CHARS = 1_000_000
const MAX_RECORDS_PER_BYTE = 1 / 8

/** Every kind of line: links, forms, fields by XPath with positions, functions and texts, and by addresses of structured data. */
const SPECIFICATION = `a,link,//a,a,list
a,link,//div,a,list
a,link,"//form,.//input[1]:x",a,form
a,link,"//form,//input:x",a,form
a,string,//div,Divisions
a,string,//span[1],First
a,string,"//li[position()=last()]",Last
a,string,"//p[contains(., 'x')]",Found
a,string,"//div[contains(., 'zzz')]/b",Inside
a,string,normalize-space(//body),All
a,html,//div[1],Markup
a,html,//b,Bold
a,string,//b/following-sibling::i,Sibling
a,string,//b[preceding-sibling::b[2]],Preceding
a,number,count(//*[@class]),Count
a,number,//td,Cells
a,date,//time/@datetime,Dates
a,url,//a,Links
a,img,//img,Pictures
a,string,json-ld(T)/a/b,Declared
a,string,microdata(T)/a,Item
a,string,rdfa(T)/a,Resource
a,string,microformats(h-entry)/name,Entry
a,string,meta(og:title),Title
a,form,"//form[@id='in'],.//input[1]:me"
`

const settings = (guide: GuideData): ParseSettings => ({
  canonical: {},
  scope: {
    schemes: ['http', 'https'],
    include: [],
    exclude: [],
    seedHosts: [],
    fileRoots: [],
    limits: DEFAULT_TRAP_LIMITS,
  },
  types: ['text/html'],
  agent: 'tidewatch',
  maxBodyBytes: 16 * 1024 * 1024,
  compression: 'zstd',
  level: 3,
  dictionaries: true,
  resources: true,
  mentions: true,
  follow: [],
  guides: [guide],
  search: true,
  forms: null,
  focus: true,
  countsLinks: true,
  sampling: true,
  walls: true,
  hiddenRule: true,
  documentMs: 1_000,
  patterns: [],
  accessibility: { by: 'static', linkWords: {} },
  redaction: { cookies: false, secrets: ['hunter2'] },
})

const job = (body: Buffer, part: Partial<ParseJob>, headers: readonly string[]): ParseJob => ({
  url: PAGE,
  depth: 1,
  hops: 0,
  via: null,
  at: 1_700_000_000_000,
  durationMs: 5,
  address: null,
  request: null,
  response: { status: 200, statusText: 'OK', headers: [...headers] },
  body,
  cut: null,
  kind: 'page',
  pageClass: 'a',
  previous: null,
  compare: null,
  part: null,
  obey: true,
  notModified: false,
  want: { text: true, fingerprints: true, likeness: true, content: true, body: false, links: true },
  ...part,
})

const compared = (revised: string): CompareJob => ({
  rules: {},
  learns: true,
  revised: encodeSignature(signatureOf(revised, PAGE)),
  seen: null,
  old: null,
  stood: null,
  record: null,
  accessibility: null,
  learned: null,
  hostLearned: null,
  hostShared: null,
  intervalMs: 3_600_000,
  isSecondLook: false,
  mayConfirm: false,
  mayLook: false,
  canProve: false,
  quietVisits: 2,
  stoodStill: false,
})

/** As a crawl has it that follows an inferred model, with a wrapper for products. */
async function modelGuide(): Promise<GuideData> {
  const inference = await inferSite(new ShopSource(), SHOP, { pages: 60, madeAt: MADE_AT })
  const model = versionOf(inference)
  const products = [...inference.classOf.keys()].filter(url => url.includes('/product/'))
  const wrapper = induceWrapper(
    products.map(url => ({ url, html: shopPage(new URL(url).pathname)!, status: 200 })),
  )
  const wrappers = Object.fromEntries(model.classes.map(({ name }) => [name, wrapper]))
  return guideOfModel({ ...model, wrappers }, 'follow')
}

export async function makeReaders(): Promise<readonly Reader[]> {
  const specification = guideOfSpecification(readSpecification(SPECIFICATION).lines, {})
  const bySpecification = new Parser(settings(specification))
  const byModel = new Parser(settings(await modelGuide()))
  const before = shopPage('/product/item-7')!
  let earlier: CompareJob | null = null
  const html = ['content-type', 'text/html']
  const accessibility = new AccessibilityChecker()
  const patterns = new PatternFinder([
    { kind: 'email' },
    { kind: 'phone' },
    { kind: 'regexp', name: 'own', regexp: '(a+)+$', on: 'text' },
  ])
  const part = new PagePart({
    select: [
      'div :is(p, a, b) ~ :not(.x > i):nth-last-of-type(odd)',
      'p:has(a)',
      '//div//a[1]',
      '$..a',
      '$..*[0]',
    ],
    leaveOut: ['i', '.x .y'],
    ignoreText: ['(a+)+$', '[0-9]+ times'],
  })
  const noWants = {
    want: { text: false, fingerprints: false, likeness: false, content: false, body: false, links: false },
  }
  const parsed = async (parser: Parser, of: ParseJob) => void (await parser.parse(of))
  return [
    {
      name: 'page',
      kinds: ['page'],
      read: bytes => parsed(bySpecification, job(bytes, { compare: compared(before) }, html)),
    },
    {
      name: 'model',
      kinds: ['page'],
      read: bytes => parsed(byModel, job(bytes, noWants, html)),
    },
    {
      name: 'structured',
      kinds: ['page'],
      read: bytes => void allStructured(structuredOf(parseTree(bytes.toString()))),
    },
    {
      name: 'content',
      kinds: ['page'],
      read: bytes => {
        const html = bytes.toString()
        mainContent(parseTree(html), [textsOfPage(PAGE, html.slice(html.length >> 1))])
      },
    },
    {
      name: 'change',
      kinds: ['page'],
      prepare: bytes => {
        earlier = compared(bytes.toString())
      },
      read: bytes => {
        const text = bytes.toString()
        const other = text.slice(0, text.length >> 1) + text.slice((text.length >> 1) + 20)
        return parsed(bySpecification, {
          ...job(Buffer.from(other), { compare: earlier, pageClass: null }, html),
          ...noWants,
        })
      },
    },
    {
      name: 'summary',
      kinds: ['page', 'text'],
      read: bytes => {
        const text = bytes.toString().slice(0, MAX_SUMMARIZED_CHARS)
        summarize(text, text.slice(0, text.length >> 1) + text.slice((text.length >> 1) + 20), {
          paths: [],
          excused: [],
        })
      },
    },
    {
      name: 'part',
      kinds: ['page', 'text'],
      read: bytes => {
        for (const type of ['text/html', 'application/json']) part.of(bytes.toString(), type)
      },
    },
    {
      name: 'text',
      kinds: ['text'],
      read: bytes =>
        parsed(
          bySpecification,
          job(bytes, { compare: compared(before) }, ['content-type', 'application/json']),
        ),
    },
    {
      name: 'sitemap',
      kinds: ['sitemap'],
      read: bytes => parsed(bySpecification, job(bytes, { kind: 'sitemap' }, ['content-type', 'text/xml'])),
    },
    {
      name: 'feed',
      kinds: ['feed'],
      read: bytes => parsed(bySpecification, job(bytes, {}, ['content-type', 'application/rss+xml'])),
    },
    { name: 'style', kinds: ['style'], read: bytes => void cssAddresses(bytes.toString()) },
    { name: 'headers', kinds: ['headers'], read: readHeaders },
    { name: 'address', kinds: ['address'], read: readAddress },
    { name: 'robots', kinds: ['robots'], read: readRobots },
    {
      name: 'charset',
      kinds: ['bytes', 'page'],
      read: bytes => {
        for (const kind of ['html', 'xml', 'text'] as const) decodeBody(bytes, undefined, kind)
      },
    },
    {
      name: 'inflate',
      kinds: ['packed'],
      read: async bytes => {
        for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip, zstd'])
          await parsed(bySpecification, job(bytes, noWants, ['content-encoding', coding, ...html]))
      },
    },
    { name: 'archive', kinds: ['archive'], read: readArchive },
    ...documentReaders,
    {
      name: 'accessibility',
      kinds: ['page'],
      read: bytes => {
        const { score } = accessibility.check(parseTree(bytes.toString()))
        if (Object.values(score).some(share => share < 0 || share > 100)) throw new BrokenPromise('no share')
      },
    },
    {
      name: 'forms',
      kinds: ['page'],
      read: bytes => {
        const text = bytes.toString()
        const page = { html: text, charset: 'utf-8', text, links: [], tree: null, asks: null }
        const { forms } = new FormSights({ post: true }).read(job(bytes, {}, html), page)
        for (const { query } of forms) if (query) queryAddress(query, { words: text, choice: null })
      },
    },
    {
      name: 'patterns',
      kinds: ['page', 'text'],
      read: bytes => {
        const source = bytes.toString()
        const type = source.startsWith('<') ? 'text/html' : 'text/plain'
        patterns.find({ url: PAGE, type, text: source, source })
      },
    },
  ]
}

function readHeaders(bytes: Buffer): void {
  const value = bytes.toString('latin1')
  linksFromHeader(value, PAGE)
  refreshFromHeader(value, PAGE)
  robotsFromHeader([value, value.slice(1)], 'tidewatch')
  const jar = new CookieJar()
  jar.setFrom(PAGE, [value, `a=b;expires=${value}`], 1)
  jar.header(PAGE, 2)
}

/** The canonical form of a canonical form is that form. */
function readAddress(bytes: Buffer): void {
  const text = bytes.toString()
  for (const base of [undefined, PAGE]) {
    const once = canonicalUrl(text, base)
    if (once === undefined) continue
    const twice = canonicalUrl(once)
    if (twice !== once) throw new BrokenPromise(`${JSON.stringify(once)} becomes ${JSON.stringify(twice)}`)
  }
}

function readRobots(bytes: Buffer): void {
  const robots = parseRobots(bytes)
  robots.check('tidewatch', 'http://a.test/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
}

async function readArchive(bytes: Buffer): Promise<void> {
  const path = join(tmpdir(), `tidewatch-hostile-${process.pid}-${threadId}.warc`)
  await writeFile(path, bytes)
  try {
    let records = 0
    for await (const record of readRecords(path)) {
      const inspection = await inspectRecord(record)
      const entry = entryOf(record, inspection, { offset: record.offset, length: 1, file: 'a' })
      if (entry) cdxLine(entry)
      if (++records > MAX_RECORDS_PER_BYTE * 1100 * bytes.length + 10)
        throw new BrokenPromise(`${records} records in ${bytes.length} bytes`)
    }
  } finally {
    await rm(path, { force: true })
  }
}
