/** The shapes of site models in answers of the API. */
import { z } from 'zod'
import { list, share, time } from './api-values.ts'

const Field = z
  .object({
    name: z.string(),
    type: z.string(),
    xpath: z.string(),
    many: z.boolean(),
    share: share.describe('of the sample pages that have it'),
    confidence: share,
  })
  .meta({ id: 'Field' })

const ClassLink = z
  .object({
    from: z.string(),
    to: z.string(),
    xpath: z.string(),
    type: z.enum(['list', 'menu', 'singleton', 'form']),
    fixed: z.boolean(),
    coverage: share.describe('of the source pages that have it'),
    links: z.number().describe('on a page, in the middle'),
    pagination: z.boolean(),
  })
  .meta({ id: 'ClassLink' })

const PageClass = z
  .object({
    name: z.string(),
    pages: z.number().describe('in the sample that the model was made from'),
    address: z.string().describe('the form of its addresses; `*` is what varies'),
    examples: list(z.string()),
    fields: list(Field),
    lists: list(z.object({ name: z.string(), xpath: z.string(), fields: list(Field) })),
  })
  .meta({ id: 'PageClass' })

const ClassForm = z.object({
  from: z.string(),
  xpath: z.string(),
  kind: z.string(),
  method: z.string(),
  action: z.string(),
  to: z.string().optional(),
  fields: list(z.object({ name: z.string(), type: z.string(), role: z.string() })),
  coverage: share,
})

export const StoredModel = z
  .object({
    start: z.string(),
    madeAt: time,
    pagesUsed: z.number(),
    classes: list(PageClass),
    links: list(ClassLink),
    forms: list(ClassForm),
  })
  .meta({ id: 'Model' })

export const ModelChange = z
  .object({
    classesCame: list(z.string()),
    classesWent: list(z.string()),
    classesChanged: list(
      z.object({
        before: z.string(),
        after: z.string(),
        pathsCame: list(z.string()),
        pathsWent: list(z.string()),
      }),
    ),
    linksCame: list(ClassLink),
    linksWent: list(ClassLink),
    linksChanged: list(
      z.object({
        from: z.string(),
        to: z.string(),
        before: list(z.string()),
        after: list(z.string()),
      }),
    ),
  })
  .meta({ id: 'ModelChange' })
