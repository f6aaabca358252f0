/** Changes as a feed that any reader can subscribe to: Atom, or JSON Feed 1.1. */
import type { Context } from 'hono'
import type { ChangesQuery, PageChange } from '../library/index.ts'
import { type ChangeFilter, passing, saidBy } from '../library/notify/index.ts'
import type { ShelvedCollection } from './shelved.ts'

const ENTRIES = 100
/** As many entries have the lines that differ: readers have seen the others before, and each takes two reads of the archive. */
const WITH_LINES = 20

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

/** A change with the lines that differ; '' if they are not told. */
type Entry = PageChange & { readonly diff: string }

async function latest(shelved: ShelvedCollection, filter: ChangeFilter): Promise<Entry[]> {
  const { host, class: pageClass } = filter
  const reader = await shelved.reader()
  const found: Entry[] = []
  const wanted: ChangesQuery = {
    ...(host !== undefined && { host }),
    ...(pageClass !== undefined && { class: pageClass }),
    order: 'newest',
  }
  for await (const change of passing(reader.changes(wanted), filter, reader)) {
    const said = found.length < WITH_LINES ? await saidBy(change, reader) : null
    found.push({ ...change, diff: said?.shown ?? '' })
    if (found.length === ENTRIES) break
  }
  return found
}

interface Feed {
  readonly title: string
  readonly address: string
  readonly changes: readonly Entry[]
}

const idOf = ({ url, revision }: PageChange) => `tag:tidewatch,2026:${encodeURIComponent(url)}#${revision}`
/** Feed readers join lines of text, so it is HTML, escaped once for that and once for XML. */
const contentOf = ({ diff }: Entry) =>
  diff === '' ? '' : `\n    <content type="html">${escaped(`<pre>${escaped(diff)}</pre>`)}</content>`
const wordsOf = ({ change }: PageChange) => change?.summary ?? change?.why ?? 'changed'

function atom({ title, address, changes }: Feed, now: Date): string {
  const entries = changes.map(
    each => `  <entry>
    <id>${escaped(idOf(each))}</id>
    <title>${escaped(each.url)}</title>
    <link href="${escaped(each.url)}"/>
    <updated>${each.at.toISOString()}</updated>
    <summary>${escaped(wordsOf(each))}</summary>${contentOf(each)}
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
      summary: wordsOf(each),
      content_text: each.diff || wordsOf(each),
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
