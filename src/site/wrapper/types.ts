/** The type of a text, and the type that most values of a field have. */
import type { FieldType } from '../specification/specification.ts'

const NUMBER =
  /^(?:(?:EUR|USD|GBP|CHF|JPY|CAD|AUD)\s?|(?:US|CA|AU|NZ|A|C)(?=\$))?[^\p{L}\d]{0,3}\s?\d(?:[\d.,  ]|['’](?=\d{3}))*\s?(?:[€$£¥₹%]|EUR|USD|GBP|CHF|JPY|CAD|AUD)?$/u
const DAY = String.raw`(?:\p{L}{3,9},? )?`
const DATE = new RegExp(
  String.raw`^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)|${DAY}\d{1,2}(?:st|nd|rd|th)?\.?[ -]\p{L}{3,9}\.?,?[ -]\d{4}|${DAY}\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?:[T ,]+(?:at )?\d\d?:\d\d.*)?$`,
  'u',
)

export function typeOf(text: string): FieldType {
  if (text.length > 60) return /^https?:\/\/\S+$/.test(text) ? 'url' : 'string'
  if (DATE.test(text)) return 'date'
  if (NUMBER.test(text)) return 'number'
  return /^(?:https?:\/\/|www\.)\S+$/i.test(text) ? 'url' : 'string'
}

/** The type of at least four fifths of the texts; otherwise a string. */
export function commonType(texts: readonly string[]): FieldType {
  const counts = new Map<FieldType, number>()
  for (const text of texts) counts.set(typeOf(text), (counts.get(typeOf(text)) ?? 0) + 1)
  const [type, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['string', 0]
  return count >= 0.8 * texts.length ? type : 'string'
}
