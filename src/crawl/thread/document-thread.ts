/** The entry point of the thread in which documents are converted on demand: one after another, each answered once. */
import { parentPort } from 'node:worker_threads'
import type { SitePage } from '../../document/content/site-texts.ts'
import { type Conversion, convertDocument } from '../../document/convert/index.ts'

export interface ConversionJob {
  readonly bytes: Uint8Array
  readonly type: string
  readonly charset?: string | undefined
  readonly main?: boolean
  /** Texts of other pages of the same kind. */
  readonly site?: readonly SitePage[]
  /** Used to date web pages only. */
  readonly url?: string
  readonly at?: number
}

parentPort!.on('message', async ({ bytes, type, charset }: ConversionJob) => {
  parentPort!.postMessage((await convertDocument(bytes, { type, charset })) satisfies Conversion)
})
