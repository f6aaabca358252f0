import { Failure } from '../env/index.ts'
import {
  documentHtml,
  documentMarkdown,
  documentText,
  type Page,
  type Revision,
  standardOutput,
} from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { knownPage, pageJson } from './page-json.ts'

export interface ShowOptions extends SharedOptions {
  readonly at?: string
  readonly headers?: boolean
  readonly as?: ShownAs
  readonly main?: boolean
}

export type ShownAs = 'text' | 'markdown' | 'html' | 'json'

/** Prints a stored page, as it is now or was at a given time, as received or converted to another form. */
export function showCommand(address: string, options: ShowOptions, output: Output): Promise<number> {
  const at = timeOf(options.at)
  return reading(options, async collection => {
    const page = await knownPage(collection, address)
    const revision = await page.at(at)
    if (options.json) {
      const {
        number = 0,
        charset = null,
        truncated = false,
        rendered = false,
        fields = null,
        place = null,
      } = revision ?? {}
      output.result(
        JSON.stringify({ ...pageJson(page), revision: number, charset, truncated, rendered, fields, place }),
      )
      return EXIT.done
    }
    if (!revision) throw new Failure('broken', nothingStored(page, options.at))
    const response = options.headers ? await revision.response() : null
    if (response) {
      output.result(response.statusLine)
      for (const [name, value] of response.headers) output.result(`${name}: ${value}`)
      output.result('')
    }
    if (options.main && options.as === undefined)
      throw new Failure('usage', '--main needs a form: --as text, markdown, html or json')
    if (options.as === undefined) await standardOutput.write(await revision.bytes())
    else output.result(await shownAs(revision, options.as, options.main ?? false))
    return EXIT.done
  })
}

async function shownAs(revision: Revision, form: ShownAs, main: boolean): Promise<string> {
  const document = await revision.document({ main })
  if (document.kind === 'unreadable')
    throw new Failure('broken', `${revision.url} cannot be shown as ${form}: the file ${document.reason}`)
  switch (form) {
    case 'text':
      return documentText(document)
    case 'markdown':
      return documentMarkdown(document).trimEnd()
    case 'html':
      return documentHtml(document).trimEnd()
    case 'json':
      return JSON.stringify(document)
  }
}

function nothingStored({ url, status, reason }: Page, at: string | undefined): string {
  if (at !== undefined) return `no revision of ${url} was stored by ${at}`
  return `nothing is stored for ${url}: it is ${status}${reason ? ` (${reason})` : ''}`
}

export function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw new Failure('usage', `--at ${text} is not a time: write 2026-11-15 or 2026-11-15T10:30:00Z`)
  return new Date(at)
}
