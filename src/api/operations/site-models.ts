/** Operations on the site models of a collection: page classes, the links between them, and the fields extracted from their pages. */
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import type { ModelVersion, Wrapper } from '../../library/index.ts'
import { compareModels } from '../../library/model-shelf.ts'
import { ModelChange, StoredModel } from '../answers-of-models.ts'
import { list } from '../api-values.ts'
import { type CollectionPlace, reading } from '../operation.ts'

export const site = z.string().min(1).max(2_000).describe('`https://example.org`')
export const version = z.coerce.number().int().min(1)
/** Number of sample pages shown for a class. */
const MAX_EXAMPLES = 20

const models = reading({
  id: 'models',
  path: '/models',
  summary: 'The sites that have a model, with the numbers of its versions.',
  answer: list(z.object({ site: z.string(), versions: list(z.number()) })),
  run: async ({ shelved }) => (await shelved.reader()).models(),
})

const model = reading({
  id: 'model',
  path: '/model',
  summary:
    'The page classes of a site, the links and forms between them, and the fields read from their pages.',
  query: z.object({ site, version: version.optional().describe('the newest by default') }),
  answer: StoredModel,
  async run(place, { query }) {
    const found = await modelAt(place, query.site, query.version)
    const { start, pagesUsed, classes, links, forms, wrappers = {} } = found
    return {
      start,
      madeAt: new Date(found.madeAt),
      pagesUsed,
      links,
      forms,
      classes: classes.map(({ name, pages, address, examples }) => ({
        name,
        pages,
        address,
        examples: examples.slice(0, MAX_EXAMPLES),
        ...fieldsOf(Object.hasOwn(wrappers, name) ? wrappers[name] : undefined),
      })),
    }
  },
})

const difference = reading({
  id: 'modelDifference',
  path: '/model/difference',
  summary: 'Classes, links and fields that came, went or changed from one version of a model to another.',
  query: z.object({ site, before: version, after: version }),
  answer: ModelChange,
  async run(place, { query: { site, before, after } }) {
    return compareModels(await modelAt(place, site, before), await modelAt(place, site, after))
  },
})

export const SITE_MODELS = [models, model, difference]

export async function modelAt(
  { shelved }: CollectionPlace,
  site: string,
  version?: number,
): Promise<ModelVersion> {
  const found = await (await shelved.reader()).storedModel(site, version)
  if (found) return found
  const which = version === undefined ? 'model' : `version ${version} of the model`
  throw new Failure('usage', `there is no ${which} of ${site} in ${shelved.id}`)
}

const fieldsOf = (wrapper: Wrapper | undefined) => ({
  fields: wrapper?.fields ?? [],
  lists: wrapper?.lists ?? [],
})
