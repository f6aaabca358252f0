/**
 * A Form-XPath names a form and what to write into its fields:
 *
 *     XPath-of-form[, XPath-of-field-from-the-form : text]*
 *
 * A comma or colon inside a predicate, a call or a string belongs to the XPath (and `::` is an axis). Text runs to the next comma
 * that is followed by an XPath; `${NAME}` in it stands for an environment variable, so that no file has to contain a password.
 */
import { compileXPath, type XPath } from '../../html/index.ts'

export interface FormFill {
  readonly field: XPath
  readonly text: string
}

export interface FormXPath {
  readonly form: XPath
  readonly fills: readonly FormFill[]
}

export type FormXPathAnswer =
  | { readonly ok: true; readonly value: FormXPath }
  | { readonly ok: false; readonly position: number; readonly message: string }

export function parseFormXPath(source: string): FormXPathAnswer {
  const parts = splitOutside(source, ',')
  const form = compileXPath(parts[0]!.text)
  if (!form.ok)
    return { ok: false, position: parts[0]!.at + form.problem.position, message: form.problem.message }
  const fills: FormFill[] = []
  for (const part of parts.slice(1)) {
    const colon = splitOutside(part.text, ':', true)
    if (colon.length < 2)
      return { ok: false, position: part.at, message: 'a field needs ":" and a text behind its XPath' }
    const field = compileXPath(colon[0]!.text.trim())
    if (!field.ok)
      return { ok: false, position: part.at + field.problem.position, message: field.problem.message }
    fills.push({ field: field.xpath, text: part.text.slice(colon[0]!.text.length + 1).trim() })
  }
  return { ok: true, value: { form: form.xpath, fills } }
}

/** The text with environment variables filled in, or the name of the first one that is not set. */
export function fillText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { text: string; missing?: string } {
  let missing: string | undefined
  const filled = text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined) missing ??= name
    return value ?? ''
  })
  return missing === undefined ? { text: filled } : { text: filled, missing }
}

interface Part {
  readonly text: string
  readonly at: number
}

/** Splits at `mark` outside of brackets and strings; `::` does not count. With `once`, only at the first mark. */
function splitOutside(source: string, mark: string, once = false): Part[] {
  const parts: Part[] = []
  let depth = 0
  let from = 0
  let quote = ''
  for (let i = 0; i < source.length; i++) {
    const character = source[i]!
    if (quote !== '') quote = character === quote ? '' : quote
    else if ((character === '"' || character === "'") && depth > 0) quote = character
    else if (character === '[' || character === '(') depth++
    else if (character === ']' || character === ')') depth--
    else if (depth <= 0 && character === mark) {
      if (mark === ':' && source[i + 1] === ':') i++
      else {
        parts.push({ text: source.slice(from, i), at: from })
        from = i + 1
        if (once) break
      }
    }
  }
  parts.push({ text: source.slice(from), at: from })
  return parts
}
