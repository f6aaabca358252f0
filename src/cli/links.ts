/** `tidewatch links`: lists dead, redirected and slow links, with the pages that hold them. */
import { csvCell, type LinkFinding, type LinkProblem, parseDuration } from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { type Column, printRows } from './table.ts'

export interface LinksFlags extends SharedOptions {
  readonly dead?: boolean
  readonly redirected?: boolean
  readonly slow?: boolean
  readonly fragments?: boolean
  readonly slowOver?: string
  readonly host?: string
  readonly limit?: number
  readonly csv?: boolean
}

const COLUMNS: readonly Column<LinkFinding>[] = [
  { title: 'problem', value: ({ problem }) => problem },
  { title: 'http', value: ({ httpStatus }) => httpStatus, align: 'right' },
  { title: 'ms', value: ({ durationMs }) => durationMs, align: 'right' },
  { title: 'page', value: ({ page }) => page },
  { title: 'link', value: ({ url, ...rest }) => `${url}${more(rest)}` },
]

function more({ text, reason, leadsTo }: Pick<LinkFinding, 'text' | 'reason' | 'leadsTo'>): string {
  const parts = [
    ...(text ? [`"${text}"`] : []),
    ...(leadsTo ? [`leads to ${leadsTo}`] : []),
    ...(reason ? [reason] : []),
  ]
  return parts.length === 0 ? '' : `  (${parts.join('; ')})`
}

export function linksCommand(options: LinksFlags, output: Output): Promise<number> {
  const { host, limit, json = false, slowOver } = options
  const problems = problemsIn(options)
  const slowMs = slowOver === undefined ? undefined : parseDuration(slowOver)
  return reading(options, async collection => {
    const findings = collection.linkHealth({
      ...(problems.length > 0 && { problems }),
      ...(await namedHost(collection, host)),
      ...(limit !== undefined && { limit }),
      ...(slowMs !== undefined && { slowMs }),
    })
    if (options.csv) await printCsv(findings, output)
    else
      await printRows(
        findings,
        { json, columns: COLUMNS, toJson: finding => finding, empty: 'no such links' },
        output,
      )
    return EXIT.done
  })
}

/** The problems selected by options; an empty list means the default. */
function problemsIn({ dead, redirected, slow, fragments }: LinksFlags): readonly LinkProblem[] {
  return [
    ...(dead ? (['dead', 'soft-dead'] as const) : []),
    ...(redirected ? (['redirected'] as const) : []),
    ...(slow ? (['slow'] as const) : []),
    ...(fragments ? (['fragment'] as const) : []),
  ]
}

const FIELDS = [
  'problem',
  'page',
  'url',
  'text',
  'kind',
  'httpStatus',
  'reason',
  'leadsTo',
  'durationMs',
] as const

async function printCsv(findings: AsyncIterable<LinkFinding>, output: Output): Promise<void> {
  output.result(FIELDS.join(','))
  for await (const finding of findings) output.result(FIELDS.map(field => csvCell(finding[field])).join(','))
}
