/** Texts, lists and figures that change in one small place with every change of their page. */
import { chance, hash32, type Key, pick } from './chance.ts'
import { type Element, el } from './markup.ts'
import type { ChangeKind, View } from './site.ts'
import { type Language, sentence, title } from './words.ts'

const CHANGE_KINDS: readonly ChangeKind[] = ['sentence', 'price', 'item', 'link']

/** The kind of change that a page undergoes; it is always the same for a page. */
export function changeKindOf(
  seed: number,
  path: string,
  kinds: readonly ChangeKind[] = CHANGE_KINDS,
): ChangeKind {
  return pick(chance('kind', seed, path), kinds)
}

/** The changes that affect this part of the page: all or none, depending on the page's kind. */
export function editsFor(view: View, kind: ChangeKind, wanted: ChangeKind): readonly number[] {
  return kind === wanted ? view.edits : []
}

/** `count` texts, of which each edit, oldest first, has replaced one. */
function slots(
  count: number,
  edits: readonly number[],
  original: (slot: number) => string,
  edited: (at: number) => string,
) {
  const texts = Array.from({ length: count }, (_, slot) => original(slot))
  for (const at of edits.toReversed()) texts[hash32('slot', at) % count] = edited(at)
  return texts
}

export interface StoryOptions {
  readonly language: Language
  readonly paragraphs: number
  readonly edits: readonly number[]
  readonly keys: readonly Key[]
}

const SENTENCES = 4

/** Paragraphs of four sentences. */
export function story({ language, paragraphs, edits, keys }: StoryOptions): Element[] {
  const texts = slots(
    paragraphs * SENTENCES,
    edits,
    slot => sentence(language, ...keys, slot),
    at => sentence(language, ...keys, 'edit', at),
  )
  return Array.from({ length: paragraphs }, (_, paragraph) =>
    el('p', {}, texts.slice(paragraph * SENTENCES, (paragraph + 1) * SENTENCES).join(' ')),
  )
}

/** A list of properties, of which each edit replaces one. */
export function items(
  language: Language,
  count: number,
  edits: readonly number[],
  ...keys: readonly Key[]
): string[] {
  return slots(
    count,
    edits,
    slot => `${title(language, 'item', ...keys, slot)} ${hash32(...keys, slot) % 1000}`,
    at => `${title(language, 'item', ...keys, at)} ${hash32(...keys, at) % 1000}`,
  )
}

/** One of `count` values for each edit, never the same twice in a row. */
function walk(count: number, edits: readonly number[], ...keys: readonly Key[]): number {
  let value = hash32('walk', ...keys) % count
  for (const at of edits.toReversed()) {
    const next = hash32('walk', at, ...keys) % count
    value = next === value ? (next + 1) % count : next
  }
  return value
}

/** A price that differs after each change. */
export function price(edits: readonly number[], ...keys: readonly Key[]): string {
  return ((500 + walk(90_000, edits, 'price', ...keys)) / 100).toFixed(2)
}

/** One of `count` things, a different one after each change. */
export function choice(count: number, edits: readonly number[], ...keys: readonly Key[]): number {
  return walk(Math.max(count, 1), edits, 'choice', ...keys)
}
