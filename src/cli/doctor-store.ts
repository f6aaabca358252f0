import { readRecordAt } from '../archive/index.ts'
import type { Collection } from '../crawl/index.ts'
import { Failure } from '../env/index.ts'
import type { Finding, Findings } from './doctor.ts'
import { counted } from './table.ts'

const SAMPLE = 1_000

/** Is the database whole, and does it point to records that are there? (A schema too new for us does not open at all.) */
export async function* checkStore(collection: Collection): Findings {
  const { store } = collection
  const counts = await store.counts()
  yield {
    level: 'ok',
    check: 'collection',
    message: `${collection.name} (${store.kind}): ${counted(counts.fetched, 'page')}, ${counted(counts.revisions, 'revision')}, ${counted(counts.visits, 'visit')}`,
  }
  const sentences = await store.check()
  for (const sentence of sentences.slice(0, 20))
    yield { level: 'problem', check: 'database', message: sentence }
  if (sentences.length === 0)
    yield { level: 'ok', check: 'database', message: 'the database is whole and its counters are right' }
  yield* checkPlaces(collection, counts.revisions)
  yield* checkCopies(collection)
}

/** Revisions spread over the collection whose records are read: right address, right digest. */
async function* checkPlaces(collection: Collection, revisions: number): Findings {
  const step = Math.max(1, Math.floor(revisions / SAMPLE))
  let seen = 0
  let read = 0
  let wrong = 0
  for await (const page of collection.store.pages({ stored: true })) {
    for (const revision of await collection.store.revisions(page)) {
      // What has no place is known to be lost.
      if (seen++ % step !== 0 || read >= SAMPLE || !revision.place) continue
      read++
      const finding = await place(collection, page.url, revision)
      if (finding && wrong++ < 10) yield finding
    }
    if (read >= SAMPLE) break
  }
  if (wrong > 10)
    yield { level: 'problem', check: 'revision', message: `${wrong - 10} more revisions cannot be read` }
  if (wrong === 0)
    yield { level: 'ok', check: 'revision', message: `${read} of ${revisions} revisions read back` }
}

/** Pages that are known to have lost their copy, and have not been fetched again yet. */
async function* checkCopies({ store }: Collection): Findings {
  let lost = 0
  for await (const _ of store.pages({ lost: true })) lost++
  if (lost === 0) return
  const message = `${counted(lost, 'page has', 'pages have')} lost ${lost === 1 ? 'its copy' : 'their copies'} ("tidewatch pages --lost")`
  yield { level: 'warning', check: 'copies', message, advice: 'run "tidewatch recrawl" to fetch them again' }
}

async function place(
  { archiveFolder }: Collection,
  url: string,
  revision: { number: number; place: { file: string; offset: number; length: number } | null },
): Promise<Finding | null> {
  const say = (why: string): Finding => ({
    level: 'problem',
    check: 'revision',
    message: `revision ${revision.number} of ${url} cannot be read: ${why}`,
    advice:
      'bring its file back from a copy, or run "tidewatch doctor --full --repair" and then "tidewatch recrawl"',
  })
  if (!revision.place) return say('it has no place in the archive')
  try {
    const record = await readRecordAt(archiveFolder, revision.place)
    const target = record.headers.get('warc-target-uri')
    return target === url ? null : say(`its place holds ${target ?? 'no address'}`)
  } catch (error) {
    return say(error instanceof Failure ? error.message : 'its record is damaged')
  }
}
