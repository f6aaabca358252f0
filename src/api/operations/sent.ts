/** Operations that do not answer with JSON: files, feeds and streams. */
import type { Context } from 'hono'
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import { checkContents, STREAMED_FORMATS } from '../../library/export/index.ts'
import { freshnessChart, type Target } from '../../library/index.ts'
import { MODEL_FORMATS, modelFile } from '../../library/model-files.ts'
import { changeFilter, since } from '../api-values.ts'
import { changeFeed } from '../change-feed.ts'
import { momentIn } from '../collection-time.ts'
import { streamNews } from '../news-stream.ts'
import { sending } from '../operation.ts'
import { storedPage } from '../stored-page.ts'
import { modelAt, site, version } from './site-models.ts'

const live = sending({
  id: 'live',
  path: '/live',
  summary:
    'News as server-sent events: `now` (counters), `changes` and `events`. With `Last-Event-ID`, what was missed comes first.',
  media: 'text/event-stream',
  send: (context, { shelved }) => streamNews(context, shelved),
})

const stored = sending({
  id: 'stored',
  path: '/stored',
  summary: 'A stored revision as it was received, in a sandbox without scripts.',
  query: z.object({
    url: z.string().max(20_000),
    revision: z.coerce.number().int().min(1).optional().describe('the current one by default'),
    as: z
      .enum(['sent', 'picture', 'thumbnail'])
      .optional()
      .describe('what the server sent before a browser showed it, a picture, or a small one'),
  }),
  media: '*/*',
  send: (context, { shelved }, query) => storedPage(context, shelved, query),
})

const feed = (form: 'atom' | 'json', name: string, media: string) =>
  sending({
    id: `${form}Feed`,
    path: `/changes.${form}`,
    summary: `The latest changes as a feed (${name}), with the filters of \`changes\`.`,
    query: changeFilter,
    media,
    send: (context, { shelved }, query) => changeFeed(context, shelved, query),
  })

const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  graphml: 'application/graphml+xml; charset=utf-8',
  cypher: 'text/plain; charset=utf-8',
} as const

/** Only for formats that are written sequentially, which need no file on the server. */
const exported = sending({
  id: 'export',
  path: '/export',
  summary: 'The whole collection, sent as it is read: its pages as rows, or its pages and links as a graph.',
  query: z.object({
    format: z.enum(STREAMED_FORMATS).default('csv'),
    text: z
      .stringbool()
      .default(false)
      .describe('csv, jsonl: with text, language, authors, dates and what links call a page'),
    markdown: z.stringbool().default(false).describe('csv, jsonl: the same, with the text as Markdown'),
    main: z.stringbool().default(false).describe('csv, jsonl: the same, of the main content only'),
    since: since.describe(
      'csv, jsonl: only pages that are new or have changed since, and those that are gone',
    ),
  }),
  media: '*/*',
  async send(context, { shelved }, { format, since, ...asked }) {
    const from = momentIn(shelved, since)
    const contents = { ...asked, ...(from && { since: from }) }
    checkContents(format, contents)
    const reader = await shelved.reader()
    const { readable, target, close, fail } = sink()
    // A failure breaks the connection, so that nobody mistakes part of an export for the whole.
    void reader.export(format, target, contents).then(close, fail)
    return attached(context, readable, `${shelved.id}.${format}`, EXPORT_TYPES[format])
  },
})

/** A stream that accepts bytes no faster than they are read. */
function sink() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const target: Target = {
    async write(bytes) {
      await writer.ready
      await writer.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
    },
  }
  return {
    readable,
    target,
    close: () => void writer.close().catch(() => {}),
    fail: (error: unknown) => void writer.abort(error).catch(() => {}),
  }
}

const file = sending({
  id: 'exportedFile',
  path: '/exports/file',
  summary: 'A file of an export that was made on the server.',
  query: z.object({ name: z.string().max(1_000).describe('as `exports` names it') }),
  media: 'application/octet-stream',
  async send(context, { shelved }, query) {
    const { name, sizeBytes, body } = await shelved.exports.open(query.name)
    context.header('Content-Length', String(sizeBytes))
    return attached(context, body, name.split('/').at(-1)!, 'application/octet-stream')
  },
})

const chart = sending({
  id: 'planChart',
  path: '/plan.svg',
  summary: 'How fresh the collection was, and how fresh other budgets would keep it, as a picture.',
  query: z.object({ since: since.describe('30d by default') }),
  media: 'image/svg+xml',
  async send(context, { shelved }, query) {
    const reader = await shelved.reader()
    if ((await reader.counts()).fetched === 0)
      throw new Failure('usage', `nothing is stored in ${shelved.id}`)
    const samples = await reader.samples({ since: momentIn(shelved, query.since ?? '30d')! })
    const svg = freshnessChart({ name: reader.name, samples, plan: await reader.plan() })
    return attached(context, svg, `${shelved.id}.svg`, 'image/svg+xml')
  },
})

const model = sending({
  id: 'modelFile',
  path: '/model/file',
  summary: 'A site model as a file: a specification, data, a graph or a picture.',
  query: z.object({
    site,
    version: version.optional().describe('the newest by default'),
    format: z.enum(MODEL_FORMATS),
  }),
  media: '*/*',
  async send(context, place, { site, version, format }) {
    const { bytes, type } = await modelFile(await modelAt(place, site, version), format)
    return attached(context, bytes, `${new URL(site).hostname}.${format}`, type)
  },
})

const labReport = sending({
  id: 'labReport',
  path: '/lab/report',
  summary: 'The latest comparison of policies as a page of its own, to keep and to send to others.',
  media: 'text/html',
  send(context, { shelved }) {
    const { report } = shelved.lab
    if (report === null) throw new Failure('usage', 'no comparison is done yet: start one')
    return attached(context, report, `${shelved.id}-lab.html`, 'text/html; charset=utf-8')
  },
})

type Body = ReadableStream | Uint8Array | string

/** Sends a download, because untrusted content must never be shown in our origin. */
function attached(context: Context, body: Body, name: string, type: string): Response {
  const plain = name.replace(/[^\w.-]+/g, '-')
  return context.body(body as ReadableStream, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${plain}"`,
    'Cache-Control': 'no-store',
  })
}

// biome-ignore format: a list
export const SENT = [
  live, stored, feed('atom', 'Atom', 'application/atom+xml'),
  feed('json', 'JSON Feed 1.1', 'application/feed+json'), exported, file, chart, model, labReport,
]
