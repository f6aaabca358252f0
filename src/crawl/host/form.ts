import { type Attributes, scan } from '../../html/index.ts'

/** The hidden fields of the form that has a field of one of these names; none when no form has. */
export function hiddenFieldsOf(html: string, known: readonly string[]): Record<string, string> {
  let hidden: Record<string, string> = {}
  let matches = false
  let found: Record<string, string> | null = null
  const close = () => {
    if (matches) found ??= hidden
    hidden = {}
    matches = false
  }
  const input = (attributes: Attributes) => {
    const name = attributes.get('name')
    if (name === undefined) return
    matches ||= known.includes(name)
    if (attributes.get('type')?.toLowerCase() === 'hidden') hidden[name] = attributes.get('value') ?? ''
  }
  scan(html, {
    startTag(name, attributes) {
      if (name === 'form') close()
      else if (name === 'input') input(attributes)
    },
    endTag: name => void (name === 'form' && close()),
    text() {},
  })
  close()
  return found ?? {}
}
