/**
 * Finds the end of text that is not markup: the content of title, style, script and the like. Each search only moves forward, so a page of
 * a million `<` or `<!--` still takes linear time.
 */
import { isSpace } from './attributes.ts'
import { equalsIgnoringCase } from './names.ts'

const SLASH = 47
const BANG = 33
const GREATER = 62

/** The offset of the `</name` that closes the element, or the end of the page (13.2.5.9–14: appropriate end tag). */
export function rawTextEnd(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (namesTag(html, at + 2, name)) return at
  }
  return html.length
}

/**
 * The end of a script (13.2.5.15–31). Inside `<!--` … `-->` a nested `<script` hides one `</script`; that is how browsers read it, so a
 * link after such a comment is found exactly when a browser would find it.
 */
export function scriptEnd(html: string, from: number, name: string): number {
  let escapedUntil = -1
  let doubly = false
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    if (at > escapedUntil) doubly = false
    const code = html.charCodeAt(at + 1)
    if (code === SLASH) {
      if (doubly) doubly = !namesTag(html, at + 2, 'script')
      else if (namesTag(html, at + 2, name)) return at
    } else if (at > escapedUntil) {
      if (code === BANG && html.startsWith('--', at + 2)) escapedUntil = escapeEnd(html, at + 2)
    } else if (!doubly) doubly = namesTag(html, at + 1, 'script')
  }
  return html.length
}

function escapeEnd(html: string, from: number): number {
  const close = html.indexOf('-->', from)
  return close < 0 ? html.length : close
}

function namesTag(html: string, at: number, name: string): boolean {
  if (name === '' || !equalsIgnoringCase(html, at, name)) return false
  const code = html.charCodeAt(at + name.length)
  return code === GREATER || code === SLASH || isSpace(code)
}
