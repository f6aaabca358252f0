import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seededRandom } from '../../env/index.ts'
import { hostId } from '../../store/ids.ts'
import { openSqliteStore, type Store } from '../../store/index.ts'
import { denied, type Topic, verified } from './subscription.ts'
import { SubscriptionBook } from './subscription-book.ts'

const NOW = Date.UTC(2026, 0, 5)
const HOUR_MS = 3_600_000
let folder: string
let store: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidewatch-websub-'))
  store = openSqliteStore({ folder, mode: 'write' })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const topic = (name: string): Topic => ({
  ...{ topic: `http://a.test/${name}`, hub: 'http://hub.test/' },
  ...{ host: { shard: 0, id: hostId(1) }, depth: 1, kind: 'feed' },
})
/** The books of two workers on one collection. */
const twoBooks = () => Promise.all([1, 2].map(seed => SubscriptionBook.open(store, seededRandom(seed))))
const names = (book: SubscriptionBook | undefined, ...topics: string[]) =>
  topics.map(name => book!.ofTopic(topic(name).topic)?.state)
const saved = async () =>
  JSON.parse((await store.readMeta()).get('websub')!) as { subscriptions: object[]; wrongSignatures: number }

it('keeps what several workers write', async () => {
  const [one, other] = await twoBooks()
  one!.begin(topic('1'), NOW)
  other!.begin(topic('2'), NOW)
  one!.countWrongSignature()
  other!.countWrongSignature()
  await one!.save()
  await other!.save()
  expect(await saved()).toMatchObject({
    subscriptions: [{ topic: 'http://a.test/1' }, { topic: 'http://a.test/2' }],
    wrongSignatures: 2,
  })
  await one!.reload()
  expect(names(one, '1', '2')).toEqual(['wanted', 'wanted'])
})

it('does not undo what another worker has learned of other topics', async () => {
  const [one, other] = await twoBooks()
  for (const name of ['1', '2', '3']) one!.begin(topic(name), NOW)
  await one!.save()
  await other!.reload()
  one!.put(verified(one!.ofTopic(topic('1').topic)!, 86_400, NOW))
  other!.put(denied(other!.ofTopic(topic('2').topic)!, NOW))
  one!.remove(one!.ofTopic(topic('3').topic)!)
  other!.put(verified(other!.ofTopic(topic('3').topic)!, 86_400, NOW))
  await one!.save()
  await other!.save()
  await one!.reload()
  for (const book of [one, other]) expect(names(book, '1', '2', '3')).toEqual(['active', 'denied', undefined])
})

it('subscribes once to a topic that two workers find', async () => {
  const [one, other] = await twoBooks()
  one!.begin(topic('1'), NOW)
  other!.begin(topic('1'), NOW)
  await one!.save()
  await other!.save()
  expect((await saved()).subscriptions).toHaveLength(1)
  expect(other!.ofTopic(topic('1').topic)!.id).toBe(one!.ofTopic(topic('1').topic)!.id)
})

it('gives what is due to one worker alone', async () => {
  const [one, other] = await twoBooks()
  one!.begin(topic('1'), NOW)
  other!.begin(topic('2'), NOW + HOUR_MS)
  const topics = async (book: SubscriptionBook | undefined, nowMs: number) =>
    (await book!.takeDue(nowMs)).map(each => each.topic)
  expect(await topics(one, NOW)).toEqual(['http://a.test/1'])
  expect(await topics(other, NOW)).toEqual([])
  expect(await topics(one, NOW + HOUR_MS)).toEqual(['http://a.test/1', 'http://a.test/2'])
  expect(names(one, '1', '2')).toEqual(['asked', 'asked'])
})

it('keeps what changes while it is being saved', async () => {
  const [one] = await twoBooks()
  one!.begin(topic('1'), NOW)
  const saving = one!.save()
  one!.begin(topic('2'), NOW)
  await saving
  expect(names(one, '1', '2')).toEqual(['wanted', 'wanted'])
  await one!.save()
  expect((await saved()).subscriptions).toHaveLength(2)
})
