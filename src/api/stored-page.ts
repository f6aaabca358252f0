import type { Context } from 'hono'
import { Failure } from '../env/index.ts'
import type { ShelvedCollection } from './shelved.ts'

/**
 * An untrusted page is shown in an opaque origin that may do nothing: no scripts, no forms, no frames, nothing from the network; only what
 * the page itself contains. The header applies wherever the address is opened, even outside the dashboard's frame.
 */
const SANDBOX =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'"

/** Types that a browser may render; everything else is sent as text. */
const SHOWN = /^(?:text\/html|application\/xhtml\+xml|image\/(?:png|jpeg|gif|webp|avif))$/

export interface StoredQuery {
  readonly url: string
  /** The current revision by default. */
  readonly revision?: number | undefined
  /** What the server sent before the page was rendered, or a picture; by default the revision itself. */
  readonly as?: 'sent' | 'picture' | 'thumbnail' | undefined
}

/** Sends a stored revision. */
export async function storedPage(
  context: Context,
  shelved: ShelvedCollection,
  { url, revision: number, as }: StoredQuery,
): Promise<Response> {
  const page = await (await shelved.reader()).page(url)
  const revision = await page?.at(number)
  if (!revision) throw new Failure('usage', `nothing is stored of ${url}`)
  if (as === 'picture') return shown(context, await revision.picture(), 'image/jpeg')
  if (as === 'thumbnail') return shown(context, await revision.thumbnail(), 'image/jpeg')
  if (as === 'sent') return shown(context, await revision.sent(), 'text/html; charset=utf-8')
  const type = revision.type ?? ''
  const isShown = SHOWN.test(type)
  const isPicture = type.startsWith('image/')
  const body = isShown && isPicture ? await revision.bytes() : await revision.html()
  return shown(
    context,
    body,
    isShown ? (isPicture ? type : `${type}; charset=utf-8`) : 'text/plain; charset=utf-8',
  )
}

function shown(context: Context, body: Uint8Array | string | null, type: string): Response {
  if (body === null) throw new Failure('usage', 'nothing of the kind is stored')
  return context.body(body as Uint8Array<ArrayBuffer> | string, 200, {
    'Content-Type': type,
    'Content-Security-Policy': SANDBOX,
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
}
