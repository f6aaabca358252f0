/** Formats JSON Schema as types. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

export function shapeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(each => JSON.stringify(each)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(each => shapeOf(each, indent)).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(each => shapeOf(each, indent)).join(', ')}]`
  if (schema.items) return listShape(shapeOf(schema.items, indent))
  if (schema.properties) return objectShape(schema, indent)
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${shapeOf(schema.additionalProperties, indent)} }`
  return [schema.type ?? 'anything'].flat().join(' | ')
}

const listShape = (item: string) => (/[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function objectShape({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, each]) => {
    const about = each.description === undefined ? '' : `   // ${each.description}`
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeOf(each, inner)}${about}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}
