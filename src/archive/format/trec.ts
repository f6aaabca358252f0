/**
 * TREC web format, as in the collections WT10g and GOV2, for retrieval experiments:
 *
 *   <DOC>
 *   <DOCNO>TW-0123456789abcdef0123456789abcdef</DOCNO>
 *   <DOCHDR>
 *   URL address date type length
 *   HTTP status line and headers
 *   </DOCHDR>
 *   body, as UTF-8 text
 *   </DOC>
 *
 * The length is that of the body in bytes of UTF-8. Readers of this format look for `</DOC>` without parsing, so where a
 * page contains one of the format's own tags its `<` is written as `&lt;`.
 */
import { headerPairs } from '../../fetch/header-list.ts'
export interface TrecPage {
  /** 32 hexadecimal digits. */
  readonly key: string
  readonly url: string
  readonly address: string | null
  readonly at: number
  readonly type: string
  readonly startLine: string
  /** Name, value, name, value … */
  readonly headers: readonly string[]
  readonly text: string
}

export function trecDocument(page: TrecPage): string {
  const body = harmless(page.text)
  const first = [page.url, page.address ?? '-', trecDate(page.at), page.type, Buffer.byteLength(body)].join(
    ' ',
  )
  const head = [oneLine(first), oneLine(page.startLine)]
  for (const [name, value] of headerPairs(page.headers)) head.push(oneLine(`${name}: ${value}`))
  return `<DOC>\n<DOCNO>TW-${page.key}</DOCNO>\n<DOCHDR>\n${harmless(head.join('\n'))}\n</DOCHDR>\n${body}\n</DOC>\n`
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

const harmless = (text: string) => text.replace(/<(\/?(?:DOC|DOCNO|DOCHDR)\s*>)/gi, '&lt;$1')

/** 14 digits, UTC. */
const trecDate = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
