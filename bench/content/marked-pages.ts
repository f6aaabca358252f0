/** Pages on which people marked the content, from the public sets that have such pages. Each set keeps its own form. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contentBlocks } from '../../src/document/content/content-blocks.ts'
import { compileXPath, decodeBody, parseTree } from '../../src/html/index.ts'
import known from './manuals.json' with { type: 'json' }

export interface MarkedPage {
  readonly id: string
  /** Null where nothing tells. */
  readonly host: string | null
  readonly path: string
  readonly kind: string
  readonly html: string
  readonly content: string
  /** First and last nodes of what is content, where a template says it; otherwise it has to be found out from the text. */
  readonly stretches?: readonly (readonly [first: number, last: number])[]
}

export type MarkedSet = 'articles' | 'pages' | 'portals' | 'dragnet' | 'readability' | 'manuals'

export function markedPages(set: MarkedSet, folder: string): Generator<MarkedPage> {
  switch (set) {
    case 'articles':
      return articles(folder)
    case 'pages':
      return pages(folder)
    case 'portals':
      return merged(folder, portalTruth, (_, id) => `http://${id.split('_')[0]}/${id}`)
    case 'dragnet':
      return merged(folder, text => text.split(COMMENTS)[0]!, addressIn)
    case 'readability':
      return readability(folder)
    case 'manuals':
      return manuals(folder)
  }
}

const unzipped = (file: string) => decodeBody(gunzipSync(readFileSync(file)), undefined, 'html').text

/** scrapinghub/article-extraction-benchmark */
function* articles(folder: string): Generator<MarkedPage> {
  const truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string }
  >
  for (const [id, { articleBody: content }] of Object.entries(truth)) {
    const html = unzipped(join(folder, 'html', `${id}.html.gz`))
    yield { id, ...placeOf(addressIn(html)), kind: 'article', html, content }
  }
}

/** A part of the Web Content eXtraction Benchmark. */
function* pages(folder: string): Generator<MarkedPage> {
  for (const name of readdirSync(join(folder, 'ground-truth')).sort()) {
    const { url, ground_truth, _internal } = JSON.parse(
      readFileSync(join(folder, 'ground-truth', name), 'utf8'),
    )
    yield {
      id: name.replace('.json', ''),
      ...placeOf(url ?? null),
      kind: _internal.page_type.primary,
      html: unzipped(join(folder, 'html', name.replace('.json', '.html.gz'))),
      content: ground_truth.main_content ?? '',
    }
  }
}

/** The sets of j-szulc/html-cleaning-dataset-merged: input/NAME.html and GoldStandard/NAME.txt. */
function* merged(
  folder: string,
  truthIn: (text: string) => string,
  addressOf: (html: string, id: string) => string | null,
): Generator<MarkedPage> {
  for (const name of readdirSync(join(folder, 'input')).sort()) {
    const id = name.replace('.html', '')
    const gold = join(folder, 'GoldStandard', `${id}.txt`)
    if (!existsSync(gold)) continue
    const html = decodeBody(readFileSync(join(folder, 'input', name)), undefined, 'html').text
    const content = truthIn(decodeBody(readFileSync(gold), undefined, 'text').text)
    yield { id, ...placeOf(addressOf(html, id)), kind: 'article', html, content }
  }
}

/** The test pages of mozilla/readability: NAME/source.html and NAME/expected.html, which is what people accepted as its answer. */
function* readability(folder: string): Generator<MarkedPage> {
  const read = (file: string) => decodeBody(readFileSync(file), undefined, 'html').text
  for (const id of readdirSync(folder).sort()) {
    const blocks = contentBlocks(parseTree(read(join(folder, id, 'expected.html'))))
    const content = blocks.map(({ text }) => text).join('\n')
    const html = read(join(folder, id, 'source.html'))
    yield { id, host: id.replace(/-\d+$/, ''), path: `/${id}`, kind: 'article', html, content }
  }
}

const PAGES_OF_MANUAL = 30

/** Manuals that packages have brought, see manuals.json. */
function* manuals(folder: string): Generator<MarkedPage> {
  for (const { generator, folder: within, pages, content } of known.manuals) {
    const site = sitePages(join(folder, within), content, PAGES_OF_MANUAL, new RegExp(pages))
    for (const page of site) yield { ...page, id: `${generator} ${page.id}`, host: generator, kind: 'manual' }
  }
}

/** Pages of one site in a folder, evenly chosen; its template says where the content is. */
export function* sitePages(
  folder: string,
  path: string,
  most: number,
  names = /(?:)/,
): Generator<MarkedPage> {
  const answer = compileXPath(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.problem.message}`)
  const all = (readdirSync(folder, { recursive: true }) as string[])
    .filter(name => name.endsWith('.html') && names.test(name))
    .sort()
  const step = Math.max(1, all.length / most)
  for (let at = 0; at < all.length; at += step) {
    const id = all[Math.floor(at)]!
    const html = decodeBody(readFileSync(join(folder, id)), undefined, 'html').text
    const tree = parseTree(html)
    const stretches = answer.xpath.select(tree.root).map(({ order, last }) => [order + 1, last] as const)
    const inside = contentBlocks(tree).filter(({ first }) => isWithin(first, stretches))
    const content = inside.map(({ text }) => text).join('\n')
    if (content !== '') yield { id, host: 'site', path: `/${id}`, kind: 'site', html, content, stretches }
  }
}

export const isWithin = (node: number, stretches: readonly (readonly [number, number])[]): boolean =>
  stretches.some(([first, last]) => node >= first && node <= last)

/** Where comments begin in the truth of Dragnet. */
const COMMENTS = '!@#$%^&*()'

const portalTruth = (text: string): string =>
  text
    .replace(/^\s*URL:.*\n/, '')
    .replace(/<\/?(?:h|p|l|text)\b[^>]*>/gi, '\n')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')

const ADDRESSES = [
  /<link[^>]+canonical[^>]+href=["']?([^"'\s>]+)/i,
  /og:url["'][^>]+content=["']([^"']+)/i,
  /href=["'](https?:\/\/[^"']+)/i,
]

/** What the page calls its own address, or else the first that it names. */
function addressIn(html: string): string | null {
  for (const pattern of ADDRESSES) {
    const found = pattern.exec(html)?.[1]
    if (found !== undefined) return found
  }
  return null
}

function placeOf(address: string | null): Pick<MarkedPage, 'host' | 'path'> {
  const url = address === null ? null : URL.parse(address)
  return { host: url?.hostname || null, path: url?.pathname ?? '' }
}
