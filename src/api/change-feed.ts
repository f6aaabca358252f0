/** Changes as a feed that any reader can subscribe to: Atom, or JSON Feed 1.1. */
import type { Context } from 'hono'
import type { ChangesQuery, PageChange } from '../library/index.ts'
import { type ChangeFilter, passing } from '../library/notify/index.ts'
import type { ShelvedCollection } from './shelved.ts'

const ENTRIES = 100

/** Sends the latest changes that pass a filter, in the format given by the address. */
export async function changeFeed(
  context: Context,
  shelved: ShelvedCollection,
  filter: ChangeFilter,
): Promise<Response> {
  const changes = await latest(shelved, filter)
  const feed = { title: `Changes in ${shelved.id}`, address: context.req.url, changes }
  if (context.req.path.endsWith('.json'))
    return context.body(jsonFeed(feed), 200, { 'Content-Type': 'application/feed+json; charset=utf-8' })
  const now = new Date(shelved.env.clock.now())
  return context.body(atom(feed, now), 200, { 'Content-Type': 'application/atom+xml; charset=utf-8' })
}

async function latest(shelved: ShelvedCollection, filter: ChangeFilter): Promise<PageChange[]> {
  const { host, class: pageClass } = filter
  const reader = await shelved.reader()
  const found: PageChange[] = []
  const wanted: ChangesQuery = {
    ...(host !== undefined && { host }),
    ...(pageClass !== undefined && { class: pageClass }),
    order: 'newest',
  }
  for await (const change of passing(reader.changes(wanted), filter, reader)) {
    found.push(change)
    if (found.length === ENTRIES) break
  }
  return found
}

interface Feed {
  readonly title: string
  readonly address: string
  readonly changes: readonly PageChange[]
}

const idOf = ({ url, revision }: PageChange) => `tag:tidewatch,2026:${encodeURIComponent(url)}#${revision}`
const wordsOf = ({ change }: PageChange) => change?.summary ?? change?.why ?? 'changed'

function atom({ title, address, changes }: Feed, now: Date): string {
  const entries = changes.map(
    each => `  <entry>
    <id>${escaped(idOf(each))}</id>
    <title>${escaped(each.url)}</title>
    <link href="${escaped(each.url)}"/>
    <updated>${each.at.toISOString()}</updated>
    <summary>${escaped(wordsOf(each))}</summary>
  </entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(address)}</id>
  <title>${escaped(title)}</title>
  <author><name>Tidewatch</name></author>
  <link rel="self" href="${escaped(address)}"/>
  <updated>${(changes[0]?.at ?? now).toISOString()}</updated>
${entries.join('\n')}
</feed>
`
}

function jsonFeed({ title, address, changes }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    feed_url: address,
    items: changes.map(each => ({
      id: idOf(each),
      url: each.url,
      title: each.url,
      content_text: wordsOf(each),
      date_modified: each.at.toISOString(),
      ...(each.class === null ? {} : { tags: [each.class] }),
    })),
  })
}

/** Escapes text for XML, and removes the control characters that XML does not allow at all. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
