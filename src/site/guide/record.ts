/** The record of a page: what the wrapper of its class reads, each value typed. */
import { compileXPath, type Tree, type TreeNode, type XPath } from '../../html/index.ts'
import type { FieldType } from '../specification.ts'
import type { Wrapper, WrapperField } from '../wrapper/model.ts'

export type FieldValue = string | number
/** A field has one value, or several where the page has; one that is missing is left out. */
export type PageRecord = Readonly<Record<string, FieldValue | readonly FieldValue[]>>

interface ReadRecord {
  readonly values: PageRecord
  readonly images: readonly string[]
}

interface CompiledField {
  readonly field: WrapperField
  readonly xpath: XPath
}

const MOST_VALUES = 10_000

export class RecordReader {
  readonly #wrappers = new Map<string, readonly CompiledField[]>()

  constructor(wrappers: Readonly<Record<string, Wrapper>>) {
    for (const [name, { fields }] of Object.entries(wrappers))
      this.#wrappers.set(
        name,
        fields.flatMap(field => {
          const answer = compileXPath(field.xpath)
          return answer.ok ? [{ field, xpath: answer.xpath }] : []
        }),
      )
  }

  /** Null where the class has no wrapper. */
  read(pageClass: string, tree: Tree, base: string): ReadRecord | null {
    const fields = this.#wrappers.get(pageClass)
    if (fields === undefined) return null
    const values: Record<string, FieldValue | FieldValue[]> = {}
    const images: string[] = []
    for (const { field, xpath } of fields) {
      const found = textsOf(xpath, tree.root, field.type)
        .slice(0, MOST_VALUES)
        .map(text => typed(field.type, text, base))
        .filter(value => value !== '')
      if (found.length > 0) values[field.name] = found.length === 1 ? found[0]! : found
      if (field.type === 'img') images.push(...found.map(String))
    }
    return { values, images }
  }
}

function textsOf(xpath: XPath, root: TreeNode, type: FieldType): string[] {
  const value = xpath.evaluate(root)
  if (typeof value !== 'object') return xpath.texts(root)
  return value.map(node => addressOf(node, type) ?? node.text())
}

function addressOf(node: TreeNode, type: FieldType): string | undefined {
  if (type === 'url') return node.attribute('href') ?? node.attribute('src')
  return type === 'img' ? (node.attribute('src') ?? node.attribute('data-src')) : undefined
}

function typed(type: FieldType, text: string, base: string): FieldValue {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (type === 'url' || type === 'img') return plain === '' ? '' : (URL.parse(plain, base)?.href ?? plain)
  return plain
}
