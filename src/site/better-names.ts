/**
 * Better names for classes whose addresses have no telling word (`page`, `page-2`): a segment that all its addresses share
 * and no other class has, else words that its titles share and others do not. If neither is found, the class keeps its name.
 */
import type { ModelVersion } from './version.ts'

const NAMELESS = /^page(?:-\d+)?$/
/** Share of the titles of a class that must have a word, and of all other titles that may have it. */
const MIN_SHARE = 0.6
const MAX_ELSEWHERE = 0.3
const MAX_WORDS = 3
const MAX_CHARS = 40

/** `titles` maps the address of a page to its title. */
export function withBetterNames(model: ModelVersion, titles: ReadonlyMap<string, string>): ModelVersion {
  const used = new Set(model.classes.map(one => one.name).filter(name => !NAMELESS.test(name)))
  const names = new Map<string, string>()
  for (const [i, { name }] of model.classes.entries()) {
    const wish = NAMELESS.test(name) ? (segmentOf(model, i) ?? titleOf(model, i, titles) ?? name) : name
    names.set(name, NAMELESS.test(name) ? unused(wish, used) : name)
  }
  return renamed(model, names)
}

function unused(wish: string, used: Set<string>): string {
  let name = wish
  for (let i = 2; used.has(name); i++) name = `${wish}-${i}`
  used.add(name)
  return name
}

function segmentOf({ classes }: ModelVersion, classIndex: number): string | undefined {
  const elsewhere = new Set(
    classes.flatMap(({ address }, i) => (i === classIndex ? [] : segmentsOf(address))),
  )
  return segmentsOf(classes[classIndex]!.address).findLast(segment => !elsewhere.has(segment))
}

const segmentsOf = (address: string) =>
  address
    .split('/')
    .map(segment => cleaned(segment.replace(/\.[a-z]{2,5}$/i, '')))
    .filter(segment => /\p{L}{2}/u.test(segment))

const cleaned = (text: string) => text.replace(/[^\p{L}\p{N}_-]+/gu, '').slice(0, MAX_CHARS)

function titleOf(
  { members }: ModelVersion,
  classIndex: number,
  titles: ReadonlyMap<string, string>,
): string | undefined {
  const wordsIn = (urls: readonly string[]) => urls.map(url => wordsOf(titles.get(url) ?? ''))
  const inside = wordsIn(members[classIndex]!)
  const outside = wordsIn(members.filter((_, i) => i !== classIndex).flat())
  const telling = [...new Set(inside.flatMap(words => [...words]))].filter(
    word => shareOf(inside, word) >= MIN_SHARE && shareOf(outside, word) <= MAX_ELSEWHERE,
  )
  return telling.length === 0 ? undefined : telling.slice(0, MAX_WORDS).join('-').slice(0, MAX_CHARS)
}

const wordsOf = (title: string) => new Set(title.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

function shareOf(pages: readonly ReadonlySet<string>[], word: string): number {
  return pages.filter(words => words.has(word)).length / Math.max(1, pages.length)
}

function renamed(model: ModelVersion, names: ReadonlyMap<string, string>): ModelVersion {
  const now = (name: string) => names.get(name) ?? name
  return {
    ...model,
    classes: model.classes.map(one => ({ ...one, name: now(one.name) })),
    links: model.links.map(link => ({ ...link, from: now(link.from), to: now(link.to) })),
    forms: model.forms.map(form => ({
      ...form,
      from: now(form.from),
      ...(form.to === undefined ? {} : { to: now(form.to) }),
    })),
  }
}
