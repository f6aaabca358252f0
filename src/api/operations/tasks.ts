/** Operations on tasks, which work on stored pages without fetching: search index, duplicates, patterns, accessibility, health, exports. */

import { z } from 'zod'
import { given } from '../../env/given.ts'
import { checkContents, DOWNLOADED_FORMATS } from '../../library/export/index.ts'
import { guideOfText } from '../../library/records/read.ts'
import { list, time } from '../api-values.ts'
import { acting, reading } from '../operation.ts'
import { bytesFor, type SentFile, sentFile } from '../sent-file.ts'
import { type RecordsOrder, TASK_KINDS, type TaskOrder } from '../task-order.ts'

/** Enough for the model of a site with a hundred thousand pages. */
const MAX_MODEL_CHARS = 16 * 2 ** 20

const Finding = z
  .object({
    level: z.enum(['ok', 'warning', 'problem']),
    check: z.string().describe('a word for programs: `disk`, `database`, `archive-file`, …'),
    message: z.string(),
    advice: z.string().optional(),
  })
  .meta({ id: 'DoctorFinding' })

const Task = z
  .object({
    kind: z.enum(TASK_KINDS),
    state: z.enum(['running', 'done', 'failed', 'stopped']),
    startedAt: time,
    endedAt: time.nullable(),
    pages: z.number().nullable().describe('how many it has come to; null where nobody counts'),
    message: z.string().nullable().describe('what it came to, or why it failed'),
    findings: list(Finding).describe('of an examination'),
  })
  .meta({ id: 'Task', description: 'Work on what is stored, in a process of its own' })

const tasks = reading({
  id: 'tasks',
  path: '/tasks',
  summary: 'The latest task of each kind that this server was given, and how far it is.',
  answer: list(Task),
  run: async ({ shelved }) => shelved.tasks.statuses,
})

const stop = acting({
  id: 'stopTask',
  path: '/tasks/stop',
  summary: 'Stops a task; what it has written stays, and starting it again goes on where that is possible.',
  body: z.object({ kind: z.enum(TASK_KINDS) }),
  answer: list(Task),
  async run({ shelved }, { body }) {
    await shelved.tasks.stop(body.kind)
    return shelved.tasks.statuses
  },
})

/** A task that writes needs exclusive access, so a crawl that this server runs is paused for it. */
const PAUSES = 'a crawl that this server runs is paused for it, and goes on afterwards'

function task<Body extends z.ZodType>(about: {
  readonly id: string
  readonly path: string
  readonly summary: string
  readonly body: Body
  readonly maxBodyBytes?: number
  readonly order: (body: z.output<Body>) => TaskOrder
}) {
  const { order, ...rest } = about
  return acting({
    ...rest,
    answer: Task,
    run: async ({ shelved }, { body }) => shelved.tasks.start(order(body)),
  })
}

const index = task({
  id: 'buildIndex',
  path: '/search/index',
  summary: `Builds or completes the search index from the archive; ${PAUSES}.`,
  body: z.object({
    all: z.boolean().default(false).describe('also old revisions, for searches in the past'),
  }),
  order: ({ all }) => ({ kind: 'index', all }),
})

const duplicates = task({
  id: 'findDuplicates',
  path: '/duplicates/find',
  summary: `Compares stored pages that were not compared yet; ${PAUSES}.`,
  body: z.object({
    resemblance: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .describe('share of phrases that make a copy; 0.9 by default'),
  }),
  order: ({ resemblance }) => ({ kind: 'duplicates', ...given({ resemblance }) }),
})

const patterns = task({
  id: 'findPatterns',
  path: '/patterns/find',
  summary: `Looks for patterns on all stored pages again; ${PAUSES}.`,
  body: z.object({
    find: z
      .array(z.enum(['email', 'phone']))
      .min(1)
      .optional()
      .describe('by default what `extract.patterns` of the config names'),
  }),
  order: ({ find }) => ({ kind: 'patterns', ...given({ find }) }),
})

const accessibility = task({
  id: 'checkAccessibility',
  path: '/accessibility/check',
  summary: `Checks the accessibility of all stored pages; ${PAUSES}.`,
  body: z.object({}),
  order: () => ({ kind: 'accessibility' }),
})

const doctor = task({
  id: 'examine',
  path: '/doctor',
  summary: `Checks the machine, the database and the archive. A repair has the collection to itself: ${PAUSES}.`,
  body: z.object({
    full: z.boolean().default(false).describe('read every record of every archive file'),
    repair: z.boolean().default(false).describe('repair what can be repaired'),
  }),
  order: body => ({ kind: 'doctor', ...body }),
})

const forget = task({
  id: 'forgetPages',
  path: '/pages/forget',
  summary: `Erases pages with all their revisions, from the archive too; this cannot be undone; ${PAUSES}.`,
  body: z.object({
    urls: z.array(z.string().min(1).max(2_000)).min(1).max(1_000),
    refetch: z.boolean().default(false).describe('fetch them again as if they were new, instead of never'),
  }),
  order: body => ({ kind: 'forget', ...body }),
})

const startExport = task({
  id: 'startExport',
  path: '/exports',
  summary:
    'Makes a file of the whole collection on the server, for download; an earlier one of the format is replaced.',
  body: z.object({
    format: z.enum(DOWNLOADED_FORMATS),
    text: z
      .boolean()
      .default(false)
      .describe('csv, jsonl, parquet: with text, language, authors, dates and anchors; wacz: with text'),
    markdown: z.boolean().default(false).describe('csv, jsonl, parquet: the same, with the text as Markdown'),
    main: z.boolean().default(false).describe('csv, jsonl, parquet: the same, of the main content only'),
  }),
  order: body => {
    checkContents(body.format, body)
    return { kind: 'export', ...body }
  },
})

const startRecords = task({
  id: 'startRecords',
  path: '/exports/records',
  summary: 'Makes files of the records on the server, one for each class, with an index and the pictures.',
  body: z.object({
    format: z.enum(['csv', 'jsonl', 'parquet']).default('csv'),
    anew: z
      .boolean()
      .default(false)
      .describe('as the model reads the archived pages now, not as it did when they were fetched'),
    class: z.string().min(1).max(2_000).optional().describe('read anew: only pages of this class'),
    model: sentFile('model.csv', MAX_MODEL_CHARS)
      .optional()
      .describe(
        'read anew, by this specification (CSV) or model (JSON) instead of that of the collection, which stays as it is',
      ),
  }),
  maxBodyBytes: bytesFor(MAX_MODEL_CHARS),
  order: ({ format, ...how }) => ({ kind: 'records', format, anew: readAnew(how) }),
})

interface ReadAnew {
  readonly anew: boolean
  readonly class?: string | undefined
  readonly model?: SentFile | undefined
}

/** Naming a class or a model means extracting the records again; an invalid model is reported before anything starts. */
function readAnew({ anew, class: only, model }: ReadAnew): RecordsOrder['anew'] {
  if (!anew && only === undefined && model === undefined) return null
  if (model) guideOfText(model)
  return { ...(only !== undefined && { class: only }), ...(model && { model }) }
}

const exports = reading({
  id: 'exports',
  path: '/exports',
  summary: 'The exports that were made on the server: `exports/file` sends them.',
  answer: list(
    z
      .object({
        name: z.string().describe('`news.csv`; `news-warc/….warc.gz` where an export is a folder'),
        sizeBytes: z.number().int(),
        madeAt: time,
      })
      .meta({ id: 'ExportedFile' }),
  ),
  run: ({ shelved }) => shelved.exports.list(),
})

const removeExport = acting({
  id: 'removeExport',
  method: 'delete',
  path: '/exports',
  summary: 'Removes an export from the server.',
  body: z.object({ name: z.string().max(500).describe('`news.csv`, or the folder: `news-warc`') }),
  answer: z.object({ removed: z.boolean() }),
  run: async ({ shelved }, { body }) => ({ removed: await shelved.exports.remove(body.name) }),
})

// biome-ignore format: a list
export const TASKS = [
  tasks, stop, index, duplicates, patterns, accessibility, doctor, forget,
  exports, startExport, startRecords, removeExport,
]
