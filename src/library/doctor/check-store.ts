import { ASK_DOCTOR, isDenied, isOfPage, isReadable, readRecordAt } from '../../archive/index.ts'
import type { Holdings } from '../../crawl/holdings.ts'
import { Failure } from '../../env/index.ts'
import type { ArchivePlace, MetaStore, PageStore } from '../../store/index.ts'
import { counted } from '../shown.ts'
import { type DoctorFinding, type Findings, ok, problem, warning } from './finding.ts'

const SAMPLE = 1_000

/** Checks that the database is intact and points to existing records. (A database with a newer schema cannot be opened at all.) */
export async function* checkStore(collection: Holdings): Findings {
  const { store } = collection
  const counts = await store.counts()
  yield ok(
    'collection',
    `${collection.name} (${store.kind}): ${counted(counts.fetched, 'page')}, ${counted(counts.revisions, 'revision')}, ${counted(counts.visits, 'visit')}`,
  )
  const sentences = await store.check()
  for (const sentence of sentences.slice(0, 20)) yield problem('database', sentence)
  if (sentences.length === 0) yield ok('database', 'the database is intact and its counters are right')
  yield* checkPlaces(collection, counts.revisions)
  yield* checkCopies(collection)
}

type Sampled = { readonly url: string; readonly number: number; readonly place: ArchivePlace }

/** Selects revisions spread over the collection. Those without a place are known to be lost and are skipped. */
async function* sampled({ store }: Holdings<MetaStore & PageStore>): AsyncGenerator<Sampled> {
  const step = Math.max(1, Math.floor((await store.counts()).revisions / SAMPLE))
  let seen = 0
  let given = 0
  for await (const { url, ...page } of store.pages({ stored: true })) {
    for (const { number, place } of await store.revisions(page)) {
      if (seen++ % step !== 0 || given >= SAMPLE || !place) continue
      given++
      yield { url, number, place }
    }
    if (given >= SAMPLE) break
  }
}

/** Archive files in which one of the sampled revisions cannot be read. */
export async function doubtfulFiles(
  collection: Holdings<MetaStore & PageStore>,
): Promise<ReadonlySet<string>> {
  const files = new Set<string>()
  for await (const { url, place } of sampled(collection))
    if (!files.has(place.file) && !(await isReadable(collection.archiveFolder, place, url)))
      for (const { file } of [place, ...(place.payload ? [place.payload] : [])]) files.add(file)
  return files
}

const MAX_SAID = 10

/** Checks that the records of sampled revisions exist with the right address and digest. */
async function* checkPlaces(collection: Holdings<MetaStore & PageStore>, revisions: number): Findings {
  let read = 0
  let wrong = 0
  const said = new Set<string>()
  for await (const revision of sampled(collection)) {
    read++
    const finding = await place(collection, revision)
    if (!finding) continue
    wrong++
    if (said.size >= MAX_SAID || said.has(finding.message)) continue
    said.add(finding.message)
    yield finding
  }
  if (wrong > said.size)
    yield problem('revision', `${counted(wrong - said.size, 'more revision')} cannot be read`)
  if (wrong === 0) yield ok('revision', `${read} of ${revisions} revisions read back`)
}

/** Reports pages whose copy is known to be lost and that have not been fetched again yet. */
async function* checkCopies({ store }: Holdings<PageStore>): Findings {
  let lost = 0
  for await (const _ of store.pages({ lost: true })) lost++
  if (lost === 0) return
  const message = `${counted(lost, 'page has', 'pages have')} lost ${lost === 1 ? 'its copy' : 'their copies'} ("tidewatch pages --lost")`
  const advice = `run "tidewatch recrawl" to fetch ${lost === 1 ? 'it' : 'them'} again`
  yield warning('copies', message, advice)
}

async function place(
  { archiveFolder }: Pick<Holdings, 'archiveFolder'>,
  { url, number, place }: Sampled,
): Promise<DoctorFinding | null> {
  const say = (why: string): DoctorFinding =>
    problem(
      'revision',
      `revision ${number} of ${url} cannot be read: ${why}`,
      'restore its file from a backup, or run "tidewatch doctor --repair" and then "tidewatch recrawl"',
    )
  try {
    const target = (await readRecordAt(archiveFolder, place)).headers.get('warc-target-uri')
    if (!isOfPage(target, url)) return say(`its place holds ${target ?? 'no address'}`)
    return (await isReadable(archiveFolder, place, url)) ? null : say('it does not match its digest')
  } catch (error) {
    if (error instanceof Failure && isDenied(error.cause)) return deniedFinding(error)
    return say(error instanceof Failure ? error.message.replace(ASK_DOCTOR, '') : 'its record is damaged')
  }
}

/** Nothing is lost, so that nothing need be restored: the sentence says what to do. */
const deniedFinding = ({ message }: Failure): DoctorFinding => problem('revision', message)
