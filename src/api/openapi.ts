/** The API as an OpenAPI 3.1 document, made from the same descriptions as its routes. */
import { z } from 'zod'
import { Problem } from './answers.ts'
import { isSending, type Operation } from './operation.ts'
import { OPERATION_GROUPS } from './operations.ts'

type Json = Readonly<Record<string, unknown>>

export function openApi(): Json {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, operations } of OPERATION_GROUPS)
    for (const operation of operations) {
      const path = `${prefixOf(operation)}${operation.path}`
      paths[path] = { ...paths[path], [operation.method]: { tags: [name], ...described(operation, schemas) } }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidewatch',
      version: '1',
      description: 'Collections of web pages that are kept fresh on a limited budget.',
    },
    tags: OPERATION_GROUPS.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const prefixOf = ({ on }: Operation) => (on === 'collection' ? '/api/collections/{collection}' : '/api')

function described(operation: Operation, schemas: Record<string, unknown>): Json {
  const { id, summary, method } = operation
  const isReading = method === 'get'
  const content = (schema: z.ZodType) => ({ 'application/json': { schema: schemaOf(schema, schemas) } })
  const usual = {
    operationId: id,
    summary,
    parameters: [...pathParameters(operation), ...queryParameters(operation, schemas)],
  }
  const problem = { default: { description: 'Why it was not done', content: content(Problem) } }
  if (isSending(operation))
    return {
      ...usual,
      responses: {
        200: { description: 'What was asked for', content: { [operation.media]: {} } },
        ...problem,
      },
    }
  const { body, answer } = operation
  return {
    ...usual,
    ...(isReading ? {} : { security: [{ token: [] }] }),
    ...(isReading ? {} : { requestBody: { required: true, content: content(body) } }),
    responses: {
      200: { description: 'The answer', content: content(answer) },
      ...problem,
    },
  }
}

const pathParameters = ({ on }: Operation): Json[] =>
  on === 'collection' ? [{ name: 'collection', in: 'path', required: true, schema: { type: 'string' } }] : []

function queryParameters({ query }: Operation, schemas: Record<string, unknown>): Json[] {
  const { properties = {}, required = [] } = schemaOf(query, schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(description === undefined ? {} : { description }),
  }))
}

/** Converts to JSON Schema; schemas with a name go to the components once. */
function schemaOf(schema: z.ZodType, components: Record<string, unknown>): Json {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override }) as Json & {
    $defs?: Record<string, unknown>
  }
  const { $defs = {}, $schema: _, ...own } = made
  for (const [name, definition] of Object.entries($defs)) components[name] = pointed(definition)
  const id = schema.meta()?.id
  if (id === undefined || '$ref' in own) return pointed(own) as Json
  components[id] = pointed(own)
  return { $ref: `#/components/schemas/${id}` }
}

/** Describes booleans that are parsed from text in an address as booleans. */
const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type === 'pipe' && def.out._zod.def.type === 'boolean') jsonSchema.type = 'boolean'
}

/** References within one schema become references into the document. */
function pointed(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
