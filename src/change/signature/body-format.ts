/** How a text is read, depending on its media type. */
import { isPageType } from '../../document/type.ts'

export type Form = 'page' | 'xml' | 'lines'

const XML_TYPE = /[/+]xml$/
const MAX_LINE_CHARS = 300

export function formOf(type = 'text/html'): Form {
  if (isPageType(type)) return 'page'
  return XML_TYPE.test(type) ? 'xml' : 'lines'
}

/** Lines; long ones (minified JSON, one-line feeds) are split after commas and brackets. */
export function* linesOf(body: string): Generator<string> {
  for (const line of body.split(/\r\n?|\n/)) {
    const folded = line.trim()
    if (folded === '') continue
    if (folded.length <= MAX_LINE_CHARS) yield folded
    else yield* folded.split(/(?<=[,;{}[\]>])/).filter(part => part.trim() !== '')
  }
}
