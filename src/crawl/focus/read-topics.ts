/** Reads the topics of the config into the form the judge needs: words are stemmed, examples are read. */
import { readFile } from 'node:fs/promises'
import { readRecordAt } from '../../archive/index.ts'
import { pageFields, plainFields } from '../../document/search-fields.ts'
import { isPageType, sniffType } from '../../document/type.ts'
import { Failure } from '../../env/index.ts'
import { bagOf, stemsOf, type TermBag, type TopicTerms } from '../../focus/index.ts'
import { decodeBody } from '../../html/index.ts'
import { guessLanguage } from '../../search/guess-language.ts'
import { languageOf, Stemmer, UNKNOWN_LANGUAGE } from '../../search/index.ts'
import { decodedBody } from '../body.ts'
import { openHoldings } from '../holdings.ts'
import type { TopicSettings } from '../settings.ts'

/** More words make a text, which is better given as an example. */
const MAX_WORDS = 100
/** More examples of one class add nothing new. */
const MAX_OF_CLASS = 30

export function readTopics(topics: readonly TopicSettings[]): Promise<readonly TopicTerms[]> {
  return Promise.all(topics.map(readTopic))
}

async function readTopic(topic: TopicSettings): Promise<TopicTerms> {
  const { name, words, language, examples, like } = topic
  if (words !== null) {
    const stems = [...new Set(stemsOf(words, await Stemmer.for(language), MAX_WORDS))]
    if (stems.length === 0)
      throw new Failure('usage', `the topic ${name} has no words of two letters or more`)
    return { name, words: stems, examples: [] }
  }
  const bags = like === null ? await Promise.all(examples.map(exampleIn)) : await ofClass(like)
  if (bags.every(({ terms }) => terms.length === 0))
    throw new Failure('usage', `the examples of the topic ${name} have no text`)
  return { name, words: [], examples: bags }
}

async function exampleIn(path: string): Promise<TermBag> {
  const bytes = await readFile(path).catch(error => {
    throw new Failure('usage', `the example ${path} of a topic cannot be read (${(error as Error).message})`)
  })
  return bagIn(bytes, sniffType(bytes, undefined, path).type)
}

async function bagIn(bytes: Uint8Array, type: string): Promise<TermBag> {
  const isPage = isPageType(type)
  const { text } = decodeBody(bytes, undefined, isPage ? 'html' : 'text')
  const fields = isPage ? pageFields(text) : plainFields(text)
  const own = languageOf(fields.language)
  return bagOf(fields, await Stemmer.for(own === UNKNOWN_LANGUAGE ? guessLanguage(fields.body) : own))
}

async function ofClass({ collection, pageClass }: NonNullable<TopicSettings['like']>): Promise<TermBag[]> {
  const { store, archiveFolder, close } = await openHoldings(collection, { mode: 'read' })
  const bags: TermBag[] = []
  try {
    for await (const page of store.pages({ stored: true, pageClass })) {
      const place = (await store.revisions(page)).at(-1)?.place
      if (!place || page.type === null) continue
      bags.push(await bagIn(await decodedBody(await readRecordAt(archiveFolder, place)), page.type))
      if (bags.length >= MAX_OF_CLASS) break
    }
  } finally {
    await close()
  }
  if (bags.length === 0)
    throw new Failure('usage', `the collection ${collection} has no stored page of the class ${pageClass}`)
  return bags
}
