/** What a focused crawl looks for: the key `topics`. */
import { basename } from 'node:path'
import { z } from 'zod'
import type { TopicSettings } from '../crawl/settings.ts'
import { substitute } from './environment.ts'
import { complain, filled, list, matching } from './key-types.ts'
import { absolute, type ConfigPlace } from './place.ts'

const topic = z
  .strictObject(
    {
      name: filled('a name')
        .optional()
        .describe('What it is called; by default its words, its first example or its class.'),
      words: filled('words')
        .optional()
        .describe('What it is about, in a few words: the more a page covers them, the more relevant it is.'),
      language: matching(/^[a-z]{2}$/, 'a language such as en')
        .default('en')
        .describe('The language of the words.'),
      examples: list(filled('a path'), 'paths')
        .default([])
        .describe('Pages about it (HTML or text), relative to the config file; three are better than one.'),
      collection: filled('a collection')
        .optional()
        .describe('An earlier collection, whose pages of a class are examples.'),
      class: filled('a class').optional().describe('That class.'),
    },
    { error: 'a topic such as {words: "sailing boats"} or {examples: [boat.html]}' },
  )
  .superRefine(({ words, examples, collection, class: pageClass }, context) => {
    if ((collection === undefined) !== (pageClass === undefined))
      complain(context, 'a topic by class needs both collection and class')
    const ways = [words !== undefined, examples.length > 0, collection !== undefined].filter(Boolean).length
    if (ways !== 1) complain(context, 'a topic has either words, or examples, or a collection and a class')
  })

export const topics = list(topic, 'topics')
  .default([])
  .superRefine((given, context) => {
    const names = given.map(nameOf)
    const twice = names.find((name, n) => names.indexOf(name) !== n)
    if (twice !== undefined) complain(context, `the topic ${twice} is there twice`)
  })
  .describe(
    'Crawl pages about these first: each page is judged, and links are followed in the order of what they promise (see [focus.md](focus.md)). Replaces `order`. A crawl takes about twice the processor time.',
  )

type Topic = z.output<typeof topic>
type TopicInput = z.input<typeof topic>

const nameOf = ({ name, words, examples, class: pageClass }: Topic): string =>
  name ?? words ?? pageClass ?? basename(examples[0] ?? '')

export function resolveTopics(given: readonly Topic[], place: ConfigPlace): readonly TopicSettings[] {
  return given.map(each => ({
    name: nameOf(each),
    words: each.words ?? null,
    language: each.language,
    examples: each.examples.map(path => absolute(path, place)),
    like:
      each.collection === undefined
        ? null
        : {
            collection: locationOf(substitute(each.collection, place.env), place),
            pageClass: each.class!,
          },
  }))
}

/** The location of a collection: a folder, or the address of a database. */
const locationOf = (collection: string, place: ConfigPlace) =>
  isDatabase(collection) ? collection : absolute(collection, place)

/** An address, or a reference to a variable that replaced one. */
const isDatabase = (collection: string) => /^(?:postgres(?:ql)?:|\$\{)/.test(collection)

/** The topics as they are stored: with absolute paths. */
export function portableTopics(given: readonly TopicInput[], place: ConfigPlace): TopicInput[] {
  return given.map(each => ({
    ...each,
    ...(each.examples && { examples: each.examples.map(path => absolute(path, place)) }),
    ...(each.collection !== undefined && { collection: locationOf(each.collection, place) }),
  }))
}
