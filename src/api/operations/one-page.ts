/** Operations on one page: what is known about it, its history, its contents, and why it is visited when it is. */
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import {
  documentHtml,
  type Page as LibraryPage,
  type Revision as LibraryRevision,
} from '../../library/index.ts'
import { Page, PageDiff, PageExplanation, PageLink, PageVisit, RateEstimates, Revision } from '../answers.ts'
import { anything, list, since } from '../api-values.ts'
import { momentIn } from '../collection-time.ts'
import { acting, type CollectionPlace, reading } from '../operation.ts'

const url = z.string().min(1).max(20_000).describe('the address of the page')
const at = since.describe('as it was then, instead of a revision by its number')
const number = z.coerce.number().int().min(1).optional()

const page = reading({
  id: 'page',
  path: '/page',
  summary: 'What is known about a page.',
  query: z.object({ url }),
  answer: Page.extend({
    record: z.record(z.string(), anything).readonly().nullable(),
    fields: z.record(z.string(), anything).readonly().nullable(),
  }).meta({ id: 'PageInFull' }),
  async run(place, { query }) {
    const found = await pageAt(place, query.url)
    return { ...found, record: await found.record(), fields: await found.fields() }
  },
})

const history = reading({
  id: 'history',
  path: '/page/history',
  summary: 'The visits of a page, oldest first, its revisions, and how often it seems to change.',
  query: z.object({ url }),
  answer: z.object({
    visits: list(PageVisit),
    revisions: list(Revision),
    estimates: RateEstimates.nullable(),
  }),
  async run(place, { query }) {
    const found = await pageAt(place, query.url)
    return {
      visits: await found.history(),
      revisions: await found.revisions(),
      estimates: await found.estimates(),
    }
  },
})

const explain = reading({
  id: 'explain',
  path: '/page/explain',
  summary: 'Where a page was found, how often it seems to change, when it is visited next, and why.',
  query: z.object({ url }),
  answer: PageExplanation,
  run: async (place, { query }) => (await pageAt(place, query.url)).explain(),
})

const diff = reading({
  id: 'diff',
  path: '/page/diff',
  summary: 'What changed from one revision to another; by default between the last two.',
  query: z.object({
    url,
    before: number,
    after: number,
    noise: z.stringbool().optional().describe('also dates, counters and other noise'),
    of: z.enum(['text', 'source']).default('text').describe('what readers see, or what the page is made of'),
    whole: z.stringbool().optional().describe('all of the text, even if only a part of it is compared'),
  }),
  answer: PageDiff.nullable(),
  async run(place, { query: { url, before, after, noise = false, whole = false, of } }) {
    return (await pageAt(place, url)).diff(before, after, { of, noise, whole })
  },
})

const text = reading({
  id: 'pageText',
  path: '/page/text',
  summary: 'What a page says, as text, Markdown, HTML or data; null if nothing can be read.',
  query: z.object({
    url,
    revision: number,
    at,
    as: z
      .enum(['text', 'markdown', 'html', 'json', 'source'])
      .default('text')
      .describe('`source`: what the page is made of; `json`: headings, paragraphs and tables as data'),
    main: z.stringbool().optional().describe('without menus, footers and the like'),
  }),
  answer: z.object({ text: z.string().nullable() }),
  async run(place, { query: { url, as, main = false, ...which } }) {
    const found = await revisionAt(place, url, which)
    if (!found) return { text: null }
    if (as === 'source') return { text: await found.html() }
    if (as === 'text') return { text: await found.text({ main }) }
    if (as === 'markdown') return { text: await found.markdown({ main }) }
    const document = await found.document({ main })
    if (document.kind === 'unreadable') return { text: null }
    return { text: as === 'html' ? documentHtml(document) : JSON.stringify(document) }
  },
})

const response = reading({
  id: 'pageResponse',
  path: '/page/response',
  summary: 'What the server said before the content: its status line and headers; null if nothing is stored.',
  query: z.object({ url, revision: number, at }),
  answer: z
    .object({ statusLine: z.string(), headers: list(z.tuple([z.string(), z.string()]).readonly()) })
    .nullable(),
  async run(place, { query: { url, ...which } }) {
    const said = await (await revisionAt(place, url, which))?.response()
    return said ? { statusLine: said.statusLine, headers: said.headers } : null
  },
})

const links = reading({
  id: 'pageLinks',
  path: '/page/links',
  summary: 'The links on the current revision of a page.',
  query: z.object({ url }),
  answer: list(PageLink),
  run: async (place, { query }) => (await pageAt(place, query.url)).links(),
})

const views = reading({
  id: 'pageViews',
  path: '/page/views',
  summary:
    'In which forms a revision of a page can be shown: `stored?as=sent`, `stored?as=picture` and `stored?as=thumbnail` return them.',
  query: z.object({ url, revision: number }),
  answer: z.object({
    rendered: z.boolean().describe('what is stored is what a browser showed'),
    sent: z.boolean().describe('what its server sent is stored, too'),
    picture: z.boolean(),
    thumbnail: z.boolean().describe('a small picture is stored, too'),
  }),
  async run(place, { query: { url, revision } }) {
    const found = await (await pageAt(place, url)).at(revision)
    if (!found?.rendered) return { rendered: false, sent: false, picture: false, thumbnail: false }
    const [sent, picture] = [await found.sent(), await found.picture()]
    const thumbnail = (await found.thumbnail()) !== null
    return { rendered: true, sent: sent !== null, picture: picture !== null, thumbnail }
  },
})

const like = reading({
  id: 'pagesLike',
  path: '/page/duplicates',
  summary: 'Pages that say nearly the same as a page; null if it was never compared with others.',
  query: z.object({
    url,
    resemblance: z.coerce.number().gt(0).max(1).optional().describe('at least so much; 0.9 by default'),
  }),
  answer: list(z.object({ url: z.string(), resemblance: z.number() })).nullable(),
  run: async (place, { query }) => (await pageAt(place, query.url)).duplicates(query.resemblance),
})

const copies = reading({
  id: 'pageCopies',
  path: '/page/copies',
  summary: 'Other pages whose answers are the same bytes as those of a page.',
  query: z.object({ url }),
  answer: list(z.string()),
  run: async (place, { query }) => (await pageAt(place, query.url)).copies(),
})

const visit = acting({
  id: 'visitPage',
  path: '/page/visit',
  summary:
    'Visits a page now, whether or not it is due: by the process that crawls the collection, or by one for this page alone.',
  body: z.object({ url }),
  answer: z.object({
    state: z.enum(['asked', 'started']),
    message: z.string(),
    visits: z
      .number()
      .int()
      .describe('how many there were before: the next one in its history is the one asked for'),
  }),
  async run(place, { body }) {
    const found = await pageAt(place, body.url)
    const { length: visits } = await found.history()
    const state = await place.shelved.visit(found.url)
    return { state, message: MESSAGES[state], visits }
  },
})

const MESSAGES = {
  asked: 'A crawl is under way: it visits the page as soon as the server may be asked again.',
  started: 'The page is being visited.',
} as const

export const ONE_PAGE = [page, history, explain, diff, text, response, links, views, like, copies, visit]

export async function pageAt({ shelved }: CollectionPlace, url: string): Promise<LibraryPage> {
  const found = await (await shelved.reader()).page(url)
  if (found) return found
  throw new Failure('usage', `${url} is not known in ${shelved.id}`)
}

interface WhichRevision {
  readonly revision?: number | undefined
  readonly at?: string | undefined
}

/** Finds a revision by its number or by a time; by default the current one. */
async function revisionAt(
  place: CollectionPlace,
  url: string,
  { revision, at }: WhichRevision,
): Promise<LibraryRevision | null> {
  return (await pageAt(place, url)).at(revision ?? momentIn(place.shelved, at))
}
