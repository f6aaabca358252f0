/** Operations that list what a collection holds. */

import { z } from 'zod'
import { given } from '../../env/given.ts'
import { LINK_PROBLEMS, PAGE_SORTS, parseDuration, STATUSES } from '../../library/index.ts'
import { passing } from '../../library/notify/index.ts'
import { JournalEvent, Page, PageChange, PageRecord, Sample, SearchHit } from '../answers.ts'
import { Host } from '../answers-of-hosts.ts'
import { changeFilter, cursor, limit, list, since, text } from '../api-values.ts'
import { momentIn } from '../collection-time.ts'
import { reading } from '../operation.ts'
import { firstRows, listOf, rowsAfter } from '../row-lists.ts'

const host = text('`example.org`, or `http://example.org:8080`')
const pageClass = text('a class of the site model')

const pages = reading({
  id: 'pages',
  path: '/pages',
  summary:
    'Pages, sorted and filtered. What is rare is looked for part by part: an answer may hold few rows, or none, and still have a `next`.',
  query: z.object({
    status: z.enum(STATUSES).optional(),
    watched: z
      .stringbool()
      .optional()
      .describe('true: only pages that are neither excluded nor gone; false: only the others'),
    host,
    class: pageClass,
    text: text('stands in the address or in the title'),
    type: text('`application/pdf`, or `image/*`'),
    changedSince: since,
    topic: text('a topic of a focused crawl'),
    minRelevance: z.coerce.number().min(0).max(1).optional().describe('only pages at least so relevant'),
    stored: z.stringbool().optional().describe('only pages whose content is stored'),
    lost: z.stringbool().optional().describe('only pages whose copy is missing from the archive'),
    sort: z.enum(PAGE_SORTS).optional().describe('`discovered` by default'),
    order: z.enum(['ascending', 'descending']).optional(),
    limit,
    cursor,
  }),
  answer: listOf(Page).extend({ looked: z.number().int().describe('how many pages were looked at') }),
  async run({ shelved }, { query: { changedSince, ...query } }) {
    const wanted = given({ ...query, changedSince: momentIn(shelved, changedSince) })
    const list = await (await shelved.reader()).listPages(wanted)
    return { rows: list.pages, next: list.next, looked: list.looked }
  },
})

const changes = reading({
  id: 'changes',
  path: '/changes',
  summary: 'Pages that were found to have changed.',
  query: z.object({
    since,
    until: since,
    ...changeFilter.shape,
    order: z.enum(['oldest', 'newest']).default('oldest').describe('which come first'),
    limit,
    cursor,
  }),
  answer: listOf(PageChange),
  async run({ shelved }, { query: { since, until, limit, cursor, order, ...filter } }) {
    const time = { since: momentIn(shelved, since), until: momentIn(shelved, until) }
    const wanted = given({ host: filter.host, class: filter.class, order, cursor, ...time })
    const reader = await shelved.reader()
    return firstRows(passing(reader.changes(wanted), filter, reader), limit, row => row.cursor)
  },
})

const hosts = reading({
  id: 'hosts',
  path: '/hosts',
  summary: 'The hosts of the collection.',
  query: z.object({ limit, cursor, host: host.describe('only this one, or the one of an address') }),
  answer: listOf(Host),
  async run({ shelved }, { query: { limit, cursor, host } }) {
    if (host !== undefined) {
      const found = await (await shelved.reader()).host(host)
      return { rows: found ? [found] : [], next: null }
    }
    return firstRows((await shelved.reader()).hosts(given({ cursor })), limit, row => row.cursor)
  },
})

const classes = reading({
  id: 'classes',
  path: '/classes',
  summary: 'The page classes of the collection, by name.',
  answer: list(z.object({ class: z.string().nullable(), known: z.number(), stored: z.number() })),
  run: async ({ shelved }) => (await shelved.reader()).classes(),
})

const topics = reading({
  id: 'topics',
  path: '/topics',
  summary: 'The topics of focused crawls, and how many of the pages that were judged are about them.',
  answer: list(
    z.object({
      topic: z.string(),
      pages: z.number().int().describe('judged, and about this topic more than about others'),
      relevant: z.number().int().describe('of these, with a relevance of 0.5 or more'),
      meanRelevance: z.number(),
    }),
  ),
  run: async ({ shelved }) => (await shelved.reader()).topics(),
})

const types = reading({
  id: 'types',
  path: '/types',
  summary: 'Stored pages and their bytes by media type, the largest first.',
  answer: list(z.object({ type: z.string(), pages: z.number().int(), bytes: z.number() })),
  run: async ({ shelved }) => shelved.types.get(async () => (await shelved.reader()).types()),
})

const errors = reading({
  id: 'errors',
  path: '/errors',
  summary: 'Why pages failed, the most frequent reason first.',
  answer: list(
    z.object({
      reason: z.string(),
      count: z.number(),
      example: z.string(),
      retryAt: Sample.shape.at.nullable(),
    }),
  ),
  run: async ({ shelved }) => (await shelved.reader()).errors(),
})

const events = reading({
  id: 'events',
  path: '/events',
  summary: 'What the engine reported, newest first.',
  query: z.object({ limit }),
  answer: list(JournalEvent),
  async run({ shelved }, { query: { limit } }) {
    const found = []
    for await (const each of (await shelved.reader()).events({ latest: limit })) found.push(each)
    return found
  },
})

const samples = reading({
  id: 'samples',
  path: '/samples',
  summary: 'How it went: freshness, age, spending and waste over time.',
  query: z.object({ since }),
  answer: list(Sample),
  async run({ shelved }, { query }) {
    const from = momentIn(shelved, query.since)
    return (await shelved.reader()).samples(from ? { since: from } : {})
  },
})

const records = reading({
  id: 'records',
  path: '/records',
  summary: 'The records that were extracted when pages were fetched.',
  query: z.object({ class: pageClass, limit, cursor }),
  answer: listOf(PageRecord),
  async run({ shelved }, { query: { class: wanted, limit, cursor } }) {
    return firstRows((await shelved.reader()).records(wanted, cursor), limit, row => row.cursor)
  },
})

const search = reading({
  id: 'search',
  path: '/search',
  summary: 'Pages that say what is asked, the best first.',
  query: z.object({
    q: z
      .string()
      .min(1)
      .max(1_000)
      .describe('words, "phrases", +must -not site: class: type: lang: since: topic: relevance:'),
    at: since.describe('as the pages were then'),
    limit,
    cursor,
  }),
  answer: listOf(SearchHit),
  async run({ shelved }, { query: { q, at, limit, cursor } }) {
    const options = { limit: limit + 1, ...given({ cursor, at: momentIn(shelved, at) }) }
    return firstRows((await shelved.reader()).search(q, options), limit, row => row.cursor)
  },
})

const duplicates = reading({
  id: 'duplicates',
  path: '/duplicates',
  summary: 'Groups of pages that say the same, or whose answers are the same bytes.',
  query: z.object({ by: z.enum(['content', 'payload']).default('content'), limit, cursor }),
  answer: listOf(z.object({ original: z.string(), copies: list(z.string()) })),
  async run({ shelved }, { query: { by, limit, cursor } }) {
    return rowsAfter((await shelved.reader()).duplicates({ by }), limit, cursor)
  },
})

const patterns = reading({
  id: 'patterns',
  path: '/patterns',
  summary: 'E-mail addresses, telephone numbers and other values found on pages.',
  query: z.object({ kind: text('`email`, `phone`, or the name of an expression'), host, limit, cursor }),
  answer: listOf(
    z.object({
      kind: z.string(),
      value: z.string(),
      url: z.string(),
      host: z.string(),
      firstSeenAt: Sample.shape.at,
      lastSeenAt: Sample.shape.at,
      isCurrent: z.boolean(),
    }),
  ),
  async run({ shelved }, { query: { limit, ...query } }) {
    return firstRows((await shelved.reader()).patterns(given(query)), limit, row => row.cursor)
  },
})

const patternValues = reading({
  id: 'patternValues',
  path: '/patterns/values',
  summary: 'Each value found on pages once, with the number of pages that have, or had, it.',
  query: z.object({ kind: text('`email`, `phone`, or the name of an expression'), host, limit, cursor }),
  answer: listOf(
    z
      .object({
        kind: z.string(),
        value: z.string(),
        pages: z.number().describe('up to 100'),
        hasMorePages: z.boolean(),
        url: z.string().describe('the page that was found first'),
      })
      .meta({ id: 'PatternValue' }),
  ),
  async run({ shelved }, { query: { limit, ...query } }) {
    return firstRows((await shelved.reader()).patternValues(given(query)), limit, row => row.cursor)
  },
})

/** In real time; multiplied by the speed of the collection's clock. */
const SLOW = '3s'

const links = reading({
  id: 'linkHealth',
  path: '/links',
  summary: 'Links that lead nowhere, elsewhere or slowly, with the pages that hold them.',
  query: z.object({
    host,
    problem: z.enum(LINK_PROBLEMS).optional(),
    slowOver: text(`what counts as slow: \`${SLOW}\` by default, \`500ms\``),
    limit,
    cursor,
  }),
  answer: listOf(
    z.object({
      problem: z.string(),
      page: z.string(),
      url: z.string(),
      text: z.string(),
      kind: z.string(),
      httpStatus: z.number().nullable(),
      reason: z.string().nullable(),
      leadsTo: z.string().nullable(),
      durationMs: z.number().nullable(),
    }),
  ),
  async run({ shelved }, { query: { host, problem, slowOver = SLOW, limit, cursor } }) {
    const problems = problem && [problem]
    const slowMs = parseDuration(slowOver) * shelved.speed
    const wanted = { ...given({ host, cursor, problems }), slowMs }
    return firstRows((await shelved.reader()).linkHealth(wanted), limit, row => row.cursor)
  },
})

// biome-ignore format: a list
export const LISTINGS = [
  pages, changes, hosts, classes, types, topics, errors, events, samples, records,
  search, duplicates, patterns, patternValues, links,
]
