/**
 * The template a page is built from, as a small set of numbers: the smallest hashes of its tags with their classes and of its
 * scripts (bottom-k sketch). Pages of one template share most of them, whatever their content.
 */
import { hashText } from '../../change/text/hash.ts'

export type TemplateSketch = readonly number[]

/** Half as many tell templates of a site apart just as well; twice as many take twice the room in the host's row. */
const KEPT = 48
/** Markup beyond this adds nothing about the template. */
const MAX_CHARS = 500_000
/** Pages of one template share far more than this, those of different templates far less: 0.8 and 0.2 for shops and blogs of the test world. */
const MIN_ALIKE = 0.5

const TAG = /<([a-z][a-z0-9-]*)([^<>]*)>/gi
const CLASS = /\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const SOURCE = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

export function sketchOf(html: string): TemplateSketch {
  const hashes = new Set<number>()
  for (const [, tag = '', attributes = ''] of html.slice(0, MAX_CHARS).matchAll(TAG))
    for (const feature of featuresOf(tag.toLowerCase(), attributes)) hashes.add(hashText(feature))
  return [...hashes].sort((a, b) => a - b).slice(0, KEPT)
}

/** Whether scripts could change the page. Text that merely mentions scripts does not count. */
export const hasScripts = (html: string): boolean =>
  /<script\b|<i?frame\b|<[a-z][^<>]*\son[a-z]+\s*=/i.test(html)

export function areAlike(one: TemplateSketch, other: TemplateSketch): boolean {
  const union = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, KEPT)
  const first = new Set(one)
  const second = new Set(other)
  const shared = union.filter(hash => first.has(hash) && second.has(hash)).length
  return shared >= MIN_ALIKE * union.length
}

function featuresOf(tag: string, attributes: string): string[] {
  const names = value(CLASS, attributes).split(/\s+/).filter(Boolean)
  const features = names.map(name => `${tag}.${withoutNumbers(name)}`)
  if (tag === 'script')
    features.push(`script ${withoutNumbers(value(SOURCE, attributes).split(/[?#]/, 1)[0]!)}`)
  return features.length > 0 ? features : [tag]
}

const value = (pattern: RegExp, attributes: string): string => {
  const [, double, single, bare] = pattern.exec(attributes) ?? []
  return double ?? single ?? bare ?? ''
}

/** Counters and build hashes differ where nothing else does. */
const withoutNumbers = (name: string) => name.replace(/[0-9a-f]{6,}|\d+/gi, 'N')
