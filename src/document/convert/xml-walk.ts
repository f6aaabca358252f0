/**
 * XML as used in office files: one pass, local names in lower case, texts decoded. Nothing declared in a document type is ever expanded or
 * fetched: a reference that XML itself does not define stays as written.
 */
import { type Attributes, decodeXmlText, scan } from '../../html/index.ts'

export interface XmlWalk {
  /** `get` finds an attribute by its local name, whatever its prefix. An empty element is both opened and closed. */
  open(name: string, get: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

export function walkXml(xml: string, walk: XmlWalk): void {
  let depth = 0
  scan(
    xml,
    {
      startTag(tag, attributes, isEmpty) {
        const name = localName(tag)
        walk.open(name, wanted => attributeOf(attributes, wanted))
        if (isEmpty) walk.close?.(name)
        else depth++
      },
      endTag(tag) {
        depth--
        walk.close?.(localName(tag))
      },
      text(start, end, mode) {
        // The remains of an internal document type come before the root.
        if (depth > 0) walk.text?.(decodeXmlText(xml, start, end, mode))
      },
    },
    { xml: true },
  )
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: Attributes, wanted: string): string | undefined {
  const exact = attributes.get(wanted)
  if (exact !== undefined) return exact
  for (const [name, value] of attributes.entries()) if (localName(name) === wanted) return value
  return undefined
}
