/**
 * `npm run build:client`: the typed client of the HTTP API, made from its OpenAPI document; the dashboard uses it, and programs can. A test
 * compares the file with what would be made now.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '../src/api/index.ts'
import type { Schema } from '../web/pages/api-shapes.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Json }
  readonly responses: Readonly<Record<string, { readonly content: Partial<Json> }>>
}

type Json = Readonly<Record<'application/json', { readonly schema: Schema }>>

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The text of the client. */
export function clientText(): string {
  const document = openApi() as unknown as Document
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, '')}\n`,
  )
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => methodOf(partsOf(path, method, described))),
  )
  return `// Made by "npm run build:client" from the OpenAPI document of the API.
import type { Call, Caller } from './caller.ts'

${types.join('\n')}
/** Everything that the API can do, a method each. */
export class Client {
  readonly #call: Caller

  constructor(call: Caller) {
    this.#call = call
  }

${operations.join('\n')}}
`
}

/** An operation as pieces of TypeScript. */
interface OperationParts {
  readonly id: string
  readonly summary: string
  readonly given: string
  readonly answer: string
  readonly passed: string
}

const methodOf = ({ id, summary, given, answer, passed }: OperationParts) =>
  `  /** ${summary} */\n  ${id}(${given}): Promise<${answer}> {\n    return this.#call(${passed})\n  }\n`

function partsOf(path: string, method: string, described: Described): OperationParts {
  const { operationId, summary, parameters, requestBody, responses } = described
  const query = parameters.filter(each => each.in === 'query')
  const isOnCollection = path.includes('{collection}')
  const isOptional = query.every(each => !each.required)
  const given = [
    ...(isOnCollection ? ['collection: string'] : []),
    ...(query.length > 0 ? [`query: ${queryType(query)}${isOptional ? ' = {}' : ''}`] : []),
    ...(requestBody ? [`body: ${typeOf(requestBody.content['application/json'].schema, '')}`] : []),
    'how: Call = {}',
  ]
  const json = responses[200]!.content['application/json']
  // What is not JSON is handed over as it comes.
  const answer = json ? typeOf(json.schema, '') : 'Response'
  const address = path.replace('{collection}', `\${encodeURIComponent(collection)}`)
  const parts = [
    `'${method.toUpperCase()}'`,
    `\`${address}\``,
    query.length > 0 ? 'query' : '{}',
    requestBody ? 'body' : 'undefined',
    json ? 'how' : "{ ...how, as: 'response' }",
  ]
  return { id: operationId, summary, given: given.join(', '), answer, passed: parts.join(', ') }
}

const queryType = (query: readonly Parameter[]) =>
  `{ ${query.map(({ name, required, schema }) => `readonly ${name}${required ? '' : '?'}: ${typeOf(schema, '')}${required ? '' : ' | undefined'}`).join('; ')} }`

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.enum) return schema.enum.map(each => JSON.stringify(each)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(each => typeOf(each, indent)).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'array':
      return schema.prefixItems
        ? `readonly [${schema.prefixItems.map(each => typeOf(each, indent)).join(', ')}]`
        : `readonly (${typeOf(schema.items ?? {}, indent)})[]`
    case 'object':
      return objectType(schema, indent)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties)
    return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>>`
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${inner}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

export const CLIENT_FILE = join(import.meta.dirname, '..', 'src', 'client', 'client.gen.ts')

if (process.argv[1] === import.meta.filename) writeFileSync(CLIENT_FILE, clientText())
