/** Operations for editing models: picking fields on stored pages, and editing specifications. */
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import { RunState } from '../answers.ts'
import { FieldChoices, NewField, SavedModel, TriedFields } from '../answers-of-models.ts'
import { acting, reading } from '../operation.ts'
import type { ShelvedCollection } from '../shelved.ts'
import { site, version } from './site-models.ts'

const url = z.string().min(1).max(20_000).describe('the address of a stored page')
const pageClass = z.string().min(1).max(2_000)
const MAX_SITES = 10_000
/** More than any page class has. */
const MAX_FIELDS = 200
const fields = z.array(NewField).max(MAX_FIELDS)

/** The start address of a site. */
const start = z
  .url({ protocol: /^https?$/, error: 'write a whole address: https://example.org/' })
  .max(20_000)

const MadeHow = z.object({
  pages: z
    .union([z.number().int().min(1).max(100_000), z.literal('auto')])
    .default(200)
    .describe('addresses of a site to try at most; `auto`: as many as keep bringing new classes'),
  strategy: z.enum(['dense', 'sparse']).default('dense').describe('which links come first'),
  split: z
    .enum(['none', 'semantic'])
    .default('none')
    .describe('`semantic`: split classes whose pages look alike but are about different things'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1)
    .describe('the same pages and seed give the same model'),
})

const Started = z.object({ run: RunState.nullable() })

const make = acting({
  id: 'makeModel',
  path: '/model',
  summary:
    'Learns how a site is built, in a process of its own; pages that are missing are fetched, but not more than `pages`. A crawl of this server is paused for it and goes on afterward.',
  body: MadeHow.extend({ url: start }),
  answer: Started,
  run: ({ shelved }, { body: { url, ...how } }) => madeFor(shelved, [url], how),
})

const makeMany = acting({
  id: 'makeModels',
  path: '/models',
  summary:
    'Learns how many sites are built, side by side, as `makeModel` does for one; sites that have a model keep it.',
  body: MadeHow.extend({
    urls: z.array(start).min(2, 'name two sites or more; makeModel takes one').max(MAX_SITES),
  }),
  answer: Started,
  run: ({ shelved }, { body: { urls, ...how } }) => madeFor(shelved, urls, how),
})

async function madeFor(
  shelved: ShelvedCollection,
  urls: readonly string[],
  model: z.output<typeof MadeHow>,
): Promise<z.output<typeof Started>> {
  await shelved.makeModels({ urls, model })
  return { run: shelved.run.status }
}

const pickable = reading({
  id: 'pickablePage',
  path: '/model/pickable',
  summary:
    'What a stored page says, with every piece of data numbered (`data-unit`), as HTML without anything else of the page.',
  query: z.object({ url }),
  answer: z.object({ html: z.string() }),
  run: async ({ shelved }, { query }) => ({ html: await (await shelved.reader()).pickablePage(query.url) }),
})

const choices = reading({
  id: 'fieldChoices',
  path: '/model/fields',
  summary: 'The fields of a page’s class, and those that a piece of data on the page may become.',
  query: z.object({
    url,
    unit: z.coerce.number().int().min(0).optional().describe('its number in `pickablePage`'),
  }),
  answer: FieldChoices,
  run: async ({ shelved }, { query }) => (await shelved.reader()).pickField(query.url, query.unit),
})

const tried = acting({
  id: 'tryFields',
  path: '/model/try',
  summary: 'What fields would read from a page and from ten others of its class; nothing is changed.',
  body: z.object({ url, fields }),
  answer: TriedFields,
  run: async ({ shelved }, { body }) => (await shelved.reader()).tryFields(body.url, body.fields),
})

const saveFields = acting({
  id: 'saveFields',
  method: 'put',
  path: '/model/fields',
  summary: 'Saves the fields of a class as a new version of the model; a crawl that runs goes on with it.',
  body: z.object({ site, class: pageClass, fields }),
  answer: SavedModel,
  run: ({ shelved }, { body }) =>
    shelved.writingBetween(collection => collection.saveFields(body.site, body.class, body.fields)),
})

const specification = reading({
  id: 'specification',
  path: '/model/specification',
  summary:
    'A model as a table that people edit: a line for each link and field: class, type, XPath, destination or name, kind of link.',
  query: z.object({ site, version: version.optional().describe('the newest by default') }),
  answer: z.object({ text: z.string() }),
  async run({ shelved }, { query }) {
    const text = await (await shelved.reader()).specification(query.site, query.version)
    if (text !== null) return { text }
    throw new Failure('usage', `there is no such model of ${query.site} in ${shelved.id}`)
  },
})

const saveSpecification = acting({
  id: 'saveSpecification',
  method: 'put',
  path: '/model/specification',
  summary:
    'Saves an edited specification as a new version of the model; what is wrong is told with line and column.',
  body: z.object({ site, text: z.string().max(1_000_000) }),
  answer: SavedModel,
  run: ({ shelved }, { body }) =>
    shelved.writingBetween(collection => collection.saveSpecification(body.site, body.text)),
})

const reread = acting({
  id: 'rereadSite',
  path: '/model/reread',
  summary: 'Reads the stored pages of a site again by its newest model, without fetching.',
  body: z.object({ site }),
  answer: z.object({ pages: z.number().describe('how many were read') }),
  run: ({ shelved }, { body }) =>
    shelved.writingBetween(async collection => ({ pages: await collection.rereadSite(body.site) })),
})

// biome-ignore format: a list
export const MODEL_EDITS = [
  make, makeMany, pickable, choices, tried, saveFields, specification, saveSpecification, reread,
]
