/** Finds the host that a person means among those of the collection: `example.org` may have been crawled over http, or on another port. */
import { Failure } from '../env/index.ts'
import type { Collection } from '../library/index.ts'

const MAX_NAMED = 5

/** Returns the host as part of a query; empty if none was named. If several hosts have the name, the scheme and port must be given. */
export async function namedHost(
  collection: Collection,
  name: string | undefined,
): Promise<{ readonly host?: string }> {
  if (name === undefined) return {}
  if (name.includes('://')) return { host: name }
  // An address without its scheme names its host.
  const wanted = name.replace(/[/?#].*$/, '').toLowerCase()
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
