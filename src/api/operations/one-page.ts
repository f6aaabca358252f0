/** One page: what is known of it, its history, what it said, and why it is visited when it is. */
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import type { Page as LibraryPage } from '../../library/index.ts'
import { Page, PageDiff, PageExplanation, PageLink, PageVisit, RateEstimates, Revision } from '../answers.ts'
import { anything, list } from '../api-values.ts'
import { acting, type CollectionPlace, reading } from '../operation.ts'

const url = z.string().min(1).max(20_000).describe('the address of the page')
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
  }),
  answer: PageDiff.nullable(),
  async run(place, { query: { url, before, after, noise, of } }) {
    return (await pageAt(place, url)).diff(before, after, noise === undefined ? { of } : { of, noise })
  },
})

const text = reading({
  id: 'pageText',
  path: '/page/text',
  summary: 'What a page says, as text or Markdown; null if nothing can be read.',
  query: z.object({
    url,
    revision: number,
    as: z.enum(['text', 'markdown', 'source']).default('text'),
    main: z.stringbool().optional().describe('without menus, footers and the like'),
  }),
  answer: z.object({ text: z.string().nullable() }),
  async run(place, { query: { url, revision, as, main } }) {
    const found = await (await pageAt(place, url)).at(revision)
    if (!found) return { text: null }
    const options = main === undefined ? {} : { main }
    if (as === 'source') return { text: await found.html() }
    return { text: await (as === 'text' ? found.text(options) : found.markdown(options)) }
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
  query: z.object({ url }),
  answer: list(z.object({ url: z.string(), resemblance: z.number() })).nullable(),
  run: async (place, { query }) => (await pageAt(place, query.url)).duplicates(),
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

export const ONE_PAGE = [page, history, explain, diff, text, links, views, like, visit]

export async function pageAt({ shelved }: CollectionPlace, url: string): Promise<LibraryPage> {
  const found = await (await shelved.reader()).page(url)
  if (found) return found
  throw new Failure('usage', `${url} is not known in ${shelved.id}`)
}
