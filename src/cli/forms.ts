/** `tidewatch forms`: lists the forms of sites, which of them are queried, and how much is still hidden behind them. */
import { counted, type HostForms, type SiteForm, shownNumber } from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { type Column, printRows } from './table.ts'

export interface FormsFlags extends SharedOptions {
  readonly queries?: boolean
}

const COLUMNS: readonly Column<SiteForm>[] = [
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'method', value: ({ method }) => method },
  { title: 'state', value: ({ state }) => state },
  { title: 'queries', value: ({ queries }) => queries, align: 'right' },
  { title: 'new pages', value: ({ newPages }) => newPages, align: 'right' },
  {
    title: 'leads to',
    value: ({ action, fields, reason }) => `${action} (${fields.join(', ')})${because(reason)}`,
  },
]

const because = (reason: string | null) => (reason === null ? '' : `: ${reason}`)

const NONE = 'no forms are known: crawl with --forms search to find them'

export function formsCommand(host: string | undefined, options: FormsFlags, output: Output): Promise<number> {
  return reading(options, async collection => {
    let isEmpty = true
    for await (const { cursor: _, ...forms } of collection.forms(await namedHost(collection, host))) {
      isEmpty = false
      if (options.json) output.result(JSON.stringify(forms))
      else await printHost(forms, options, output)
    }
    if (isEmpty) output.note(NONE)
    return EXIT.done
  })
}

async function printHost(
  host: Omit<HostForms, 'cursor'>,
  { queries }: FormsFlags,
  output: Output,
): Promise<void> {
  output.result(`${host.host}: ${summary(host)}`)
  const shape = { json: false, columns: COLUMNS, toJson: (form: SiteForm) => form, empty: 'no forms' }
  await printRows(host.forms, shape, output)
  if (queries)
    for (const { action, asked } of host.forms)
      if (asked.length > 0) output.result(`asked ${action}: ${asked.join(', ')}`)
}

function summary({ found, estimate, hidden, answerPages }: Omit<HostForms, 'cursor'>): string {
  if (answerPages === 0) return 'nothing has been asked yet'
  const known = `${counted(found, 'page')} found in ${counted(answerPages, 'page')} of answers`
  if (estimate === null || hidden === null) return `${known}; too early to tell how many there are`
  return `${known}, of at least ${shownNumber(estimate)}: about ${shownNumber(hidden)} still hidden`
}
