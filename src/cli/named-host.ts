/** A host as people write it, found among those of the collection: `example.org` may have been crawled by http, or on another port. */
import { Failure } from '../env/index.ts'
import type { Collection } from '../library/index.ts'

const MAX_NAMED = 5

/** For a query; empty if no host was named. Several hosts of a name have to be told apart by scheme and port. */
export async function namedHost(
  collection: Collection,
  name: string | undefined,
): Promise<{ readonly host?: string }> {
  if (name === undefined) return {}
  if (name.includes('://')) return { host: name }
  const wanted = name.toLowerCase()
  const alike: string[] = []
  for await (const { host } of collection.hosts()) {
    if (host === `https://${wanted}`) return { host }
    const url = URL.parse(host)
    if (url?.host === wanted || url?.hostname === wanted) alike.push(host)
  }
  const exact = `http://${wanted}`
  if (alike.includes(exact)) return { host: exact }
  if (alike.length === 1) return { host: alike[0]! }
  const known = alike.slice(0, MAX_NAMED).join(', ')
  throw new Failure(
    'usage',
    alike.length > 0
      ? `there are several hosts named ${name}: write one of ${known}`
      : `no page of ${name} is known: "tidewatch hosts" lists the hosts of the collection`,
  )
}
