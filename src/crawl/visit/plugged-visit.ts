/** A visit as plug-ins see it. Parts that few plug-ins need are read only when a plug-in asks for them. */
import { withAbsoluteLinks } from '../../document/convert/absolute-links.ts'
import type { Conversion } from '../../document/convert/index.ts'
import { isPageType } from '../../document/type.ts'
import { visibleText } from '../../document/visible-text.ts'
import { headerMap } from '../../fetch/index.ts'
import { selecting } from '../../html/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import { decodedText } from '../body.ts'
import type { PluginVisit, PreviousRevision } from '../plugin.ts'
import type { ReadFacts } from '../thread/job.ts'
import type { Judged } from './5-judge.ts'
import type { Comparer } from './comparer.ts'
import type { Unanswered } from './unanswered.ts'

/** Reads the source of the page's stored revision; null if the archive no longer has it. */
type StoredSource = Comparer['revisionText']

export function pluggedVisit(
  page: QueuedPage,
  judged: Judged | Unanswered,
  storedSource: StoredSource,
): PluginVisit {
  const look = judged.kind === 'judged' ? judged.last : null
  const parsed = look?.parsed
  const body = parsed?.body ?? null
  const facts = parsed?.facts ?? null
  const source = () => (body && facts && isPageType(facts.type) ? decodedText(body, facts) : '')
  return {
    url: new URL(page.url),
    depth: page.depth,
    outcome: judged.outcome.kind,
    status: look?.answer.status ?? null,
    headers: look ? headerMap(look.answer.headers) : new Map(),
    type: facts?.type ?? null,
    title: facts?.title ?? null,
    text: parsed?.text ?? null,
    body,
    links: parsed?.links ?? [],
    pageClass: parsed?.guided?.pageClass ?? page.pageClass,
    record: parsed?.guided?.record ? (JSON.parse(parsed.guided.record) as PluginVisit['record']) : null,
    comparison: parsed?.comparison?.note ?? null,
    previous: page.revision === 0 ? null : previousOf(page, storedSource),
    html: () => (body && facts ? decodedText(body, facts) : null),
    select: selecting(source, page.url),
    document: async () => (body && facts ? documentOf(page.url, body, facts) : null),
    fields: {},
    changed: judged.kind === 'judged' && judged.changed,
  }
}

function previousOf(page: QueuedPage, storedSource: StoredSource): PreviousRevision {
  const { url, revision, fetchedAt, changedAt } = page
  const html = () => storedSource(page)
  const text = async () => {
    const source = await html()
    return source === null ? null : visibleText(source, url)
  }
  return { revision, fetchedAt, changedAt, html, text }
}

export async function documentOf(
  url: string,
  bytes: Uint8Array,
  { type, charset }: Pick<ReadFacts, 'type' | 'charset'>,
): Promise<Conversion> {
  const { readDocument } = await import('../thread/document-reader.ts')
  const document = await readDocument({ bytes, type, charset: charset ?? undefined, url })
  return document.kind === 'unreadable' ? document : withAbsoluteLinks(document, url)
}
