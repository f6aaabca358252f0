import { Failure } from '../env/index.ts'
import { addressOf, type Collection, type Page } from '../library/index.ts'

/** A page as a JSON object. */
export function pageJson(page: Page) {
  const { url, status, httpStatus, depth, fetchedAt, changedAt, dueAt, sizeBytes, digest, type, title } = page
  const failed = status === 'error' || status === 'gone'
  return {
    url,
    status,
    httpStatus,
    depth,
    class: page.class,
    topic: page.topic,
    relevance: page.relevance,
    fetchedAt,
    changedAt,
    dueAt,
    changesPerDay: page.changesPerDay,
    sizeBytes,
    digest,
    type,
    title,
    revision: page.revision,
    failures: page.failures,
    error: failed ? page.reason : null,
    reason: page.reason,
    wall: page.wall,
    via: page.via,
    original: page.original,
  }
}

/** Finds the page at an address typed by a person. */
export async function knownPage(collection: Collection, address: string): Promise<Page> {
  const page = await collection.page(address)
  if (!page) throw new Failure('broken', `${addressOf(address)} is not known in ${collection.name}`)
  return page
}
