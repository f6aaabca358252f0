/** The shapes of site models in answers of the API. */
import { z } from 'zod'
import { anything, list, share, time } from './api-values.ts'

const FieldType = z.enum(['string', 'number', 'date', 'url', 'img', 'html']).meta({ id: 'FieldType' })

export const Field = z
  .object({
    name: z.string(),
    type: FieldType,
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

const FieldPlace = z.object({ type: FieldType, xpath: z.string() }).meta({ id: 'FieldPlace' })

/** A field in a request; what was learned about it may be left out. */
export const NewField = z
  .object({
    name: z.string().trim().min(1, 'a field needs a name').max(100),
    type: FieldType,
    xpath: z.string().min(1).max(2_000).describe('an XPath, or the address of structured data'),
    many: z.boolean().default(true),
    share: share.default(1),
    confidence: share.default(1),
  })
  .meta({ id: 'NewField' })

export const FieldChoices = z
  .object({
    site: z.string(),
    class: z.string(),
    fields: list(Field).describe('those that the class has now'),
    choices: list(
      z.object({
        meaning: z.enum(['value', 'all', 'link']).describe('it alone, all like it, where its link leads'),
        field: Field,
      }),
    ).describe('what the picked value may become, the likeliest first'),
  })
  .meta({ id: 'FieldChoices' })

export const TriedFields = z
  .object({
    pages: list(
      z.object({
        url: z.string(),
        title: z.string().nullable(),
        values: z.record(z.string(), anything).readonly(),
      }),
    ).describe('the page itself, then others of its class'),
    marks: list(z.object({ unit: z.number(), field: z.string() })).describe('where values stand on the page'),
  })
  .meta({ id: 'TriedFields' })

export const SavedModel = z
  .object({
    version: z.number().describe('the newest'),
    isNew: z.boolean().describe('false if nothing was different'),
  })
  .meta({ id: 'SavedModel' })

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
    fieldsChanged: list(
      z.object({
        class: z.string(),
        field: z.string(),
        before: FieldPlace.nullable(),
        after: FieldPlace.nullable(),
      }),
    ),
  })
  .meta({ id: 'ModelChange' })
