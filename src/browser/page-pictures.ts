/** Screenshots of a page: the one requested, and a small one of the initial view, for lists and graphs. */
import type { CDPSession, Page } from 'playwright-core'
import type { PageTime } from './page-time.ts'
import type { Pictures, Rendered } from './rendered.ts'

/** The viewport of pages, in pixels. */
export const VIEWPORT = { width: 1280, height: 800 }
/** 320 by 200 pixels, about 5 kB. */
const THUMBNAIL_SCALE = 0.25
const THUMBNAIL_QUALITY = 60
const QUALITY = 70

interface Shown {
  readonly page: Page
  readonly session: CDPSession
  readonly time: PageTime
  readonly timeoutMs: number
}

/** Screenshots that cannot be taken are left out: the page has been read all the same. */
export async function takePictures(
  pictures: Pictures,
  { page, session, time, timeoutMs }: Shown,
): Promise<Pick<Rendered, 'picture' | 'thumbnail'>> {
  if (pictures === 'none') return {}
  const fullPage = pictures === 'page'
  const clip = { x: 0, y: 0, ...VIEWPORT }
  const had = <T>(asked: Promise<T>) => time.answered(asked).catch(() => null)
  // The small one first: a screenshot of the whole page may leave it scrolled.
  const small = await had(
    session.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality: THUMBNAIL_QUALITY,
      clip: { ...clip, scale: THUMBNAIL_SCALE },
    }),
  )
  const picture = await had(
    page.screenshot({
      type: 'jpeg',
      quality: QUALITY,
      fullPage,
      timeout: timeoutMs,
      ...(fullPage ? {} : { clip }),
    }),
  )
  return { ...(picture && { picture }), ...(small && { thumbnail: Buffer.from(small.data, 'base64') }) }
}
