/** Operations that control a collection: start and stop it, change its settings, empty it. */
import { stringify } from 'yaml'
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import type { ConfigInput } from '../../library/index.ts'
import { RunState } from '../answers.ts'
import { anything, list } from '../api-values.ts'
import { acting, reading, serving } from '../operation.ts'

const Config = z
  .record(z.string(), anything)
  .meta({ id: 'Config', description: 'Seeds, scope and settings; `configKeys` explains every key' })
const Done = z.object({ run: RunState.nullable() })

const config = reading({
  id: 'config',
  path: '/config',
  summary: 'The config of the collection, without credentials; null if it has none yet.',
  answer: Config.nullable(),
  run: async ({ shelved }) => (await shelved.reader()).config(),
})

const setConfig = acting({
  id: 'setConfig',
  method: 'put',
  path: '/config',
  summary: 'Checks and keeps a config; a watch that runs goes on with it at once.',
  body: Config,
  answer: Config,
  async run({ shelved }, { body }) {
    await shelved.configure(body as ConfigInput)
    return body
  },
})

const ConfigText = z.object({ text: z.string().max(1_000_000).describe('YAML or JSON') })

const configText = reading({
  id: 'configText',
  path: '/config/text',
  summary: 'The config of the collection as YAML, as people write it in a file.',
  answer: ConfigText,
  async run({ shelved }) {
    const config = await (await shelved.reader()).config()
    return { text: config === null ? '' : stringify(config) }
  },
})

/** The name of the text in messages: `settings:7:3: …`. */
const TEXT_NAME = 'settings'

const setConfigText = acting({
  id: 'setConfigText',
  method: 'put',
  path: '/config/text',
  summary: 'Checks and keeps a config written as YAML or JSON; what is wrong is told with line and column.',
  body: ConfigText,
  answer: ConfigText,
  async run({ shelved }, { body: { text } }) {
    const { readConfig } = await import('../../library/checked-config-file.ts')
    const { source: read } = readConfig(text, TEXT_NAME, {}, process.env)
    // If the text has no name, the collection keeps the one it has.
    const known = (await (await shelved.reader()).config())?.name ?? shelved.id
    const source = read.name === TEXT_NAME ? { ...read, name: known } : read
    await shelved.configure(source)
    return { text: stringify(source) }
  },
})

const checkConfigText = acting({
  id: 'checkConfigText',
  path: '/config/check',
  summary: 'Checks a config written as YAML or JSON, and keeps nothing.',
  body: ConfigText,
  answer: z.object({
    problem: z.string().nullable().describe('what is wrong, a line for each, with line and column'),
  }),
  async run(_, { body: { text } }) {
    const { readConfig } = await import('../../library/checked-config-file.ts')
    try {
      readConfig(text, TEXT_NAME, {}, process.env)
      return { problem: null }
    } catch (error) {
      if (error instanceof Failure) return { problem: error.message }
      throw error
    }
  },
})

const configKeys = serving({
  id: 'configKeys',
  path: '/config-keys',
  summary: 'Every key of a config: what it does, how its values are written, and its default.',
  answer: list(
    z
      .object({
        key: z.string().describe('`scope.local`, `refresh.goals[].share`'),
        about: z.string(),
        value: z.string().describe('how its values are written'),
        standard: z.string().describe('its default; empty if it has none'),
      })
      .meta({ id: 'ConfigKey' }),
  ),
  run: async () => (await import('../../library/checked-config-file.ts')).configKeys(),
})

/** They become arguments of a command, and systems limit those to about two megabytes. */
const MAX_URLS = 500
const MAX_URL_CHARS = 2_000

const start = acting({
  id: 'start',
  path: '/start',
  summary: 'Starts a crawl, a watch or a recrawl in a process of its own.',
  body: z
    .object({
      kind: z.enum(['crawl', 'watch', 'recrawl']).default('watch'),
      all: z.boolean().optional().describe('recrawl: everything, not only what is due'),
      urls: z
        .array(z.string().min(1).max(MAX_URL_CHARS))
        .min(1)
        .max(MAX_URLS)
        .optional()
        .describe('recrawl: these pages alone, due or not'),
    })
    .refine(({ kind, urls }) => kind === 'recrawl' || urls === undefined, {
      path: ['urls'],
      message: 'only a recrawl takes addresses: addSeeds gives a crawl more of them',
    }),
  answer: Done,
  async run({ shelved }, { body: { kind, all, urls } }) {
    const which = { ...(all !== undefined && { all }), ...(urls && { urls }) }
    await shelved.run.start({ kind, config: await shelved.config(), ...which })
    return { run: shelved.run.status }
  },
})

const stop = acting({
  id: 'stop',
  path: '/stop',
  summary: 'Stops the run of this server; visits in progress are finished and recorded.',
  body: z.object({ pause: z.boolean().default(false).describe('say that it is to go on later') }),
  answer: Done,
  async run({ shelved }, { body }) {
    await shelved.stop(body.pause ? 'paused' : 'ended')
    return { run: shelved.run.status }
  },
})

const addSeeds = acting({
  id: 'addSeeds',
  path: '/seeds',
  summary: 'Adds addresses to the seeds; a watch that runs fetches them at once.',
  body: z.object({ urls: z.array(z.string().min(1).max(20_000)).min(1).max(10_000) }),
  answer: z.object({ seeds: z.number().describe('how many there are now') }),
  async run({ shelved }, { body: { urls } }) {
    const now = ((await (await shelved.reader()).config()) ?? {}) as ConfigInput
    const seeds = [...new Set([...(now.seeds ?? []), ...urls])]
    await shelved.configure({ ...now, seeds })
    return { seeds: seeds.length }
  },
})

const empty = acting({
  id: 'empty',
  path: '/empty',
  summary: 'Deletes everything that was fetched and learned, and keeps the config.',
  body: z.object({ confirm: z.string().describe('the id of the collection: this cannot be undone') }),
  answer: z.object({ pages: z.number(), archiveFiles: z.number() }).describe('what was deleted'),
  async run({ shelved }, { body: { confirm } }) {
    if (confirm !== shelved.id)
      throw new Failure('usage', `write the name of the collection, "${shelved.id}", to empty it`)
    return shelved.empty()
  },
})

// biome-ignore format: a list
export const CONTROL = [
  config, setConfig, configText, setConfigText, checkConfigText, configKeys,
  start, stop, addSeeds, empty,
]
