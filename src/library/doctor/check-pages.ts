/** Checks whether the fetched pages are what people would see: finds pages behind walls and pages written for search engines. */
import type { Holdings } from '../../crawl/holdings.ts'
import type { WallKind } from '../../document/walls/index.ts'
import { WALL_WORDS } from '../../document/walls/wall-words.ts'
import type { Env } from '../../env/index.ts'
import type { PageStore } from '../../store/index.ts'
import { counted } from '../shown.ts'
import { CURRENT_PAGES, spamIn, USUAL_SCORE } from '../spam-pages.ts'
import { Visible } from '../visible.ts'
import { type Findings, ok, warning } from './finding.ts'

/** Each is read from the archive, which takes a few seconds in total. */
const MAX_READ_PAGES = 200

export async function* checkPages(holdings: Holdings, options: { full: boolean }, env: Env): Findings {
  yield* checkWalls(holdings)
  yield* checkSpam(holdings, options, env)
}

async function* checkWalls({ store }: Holdings<PageStore>): Findings {
  const pages = new Map<WallKind, number>()
  for await (const { wall } of store.pages({ walled: true }))
    if (wall !== null) pages.set(wall, (pages.get(wall) ?? 0) + 1)
  for (const [wall, count] of pages)
    yield warning(
      'walls',
      `${counted(count, 'page was', 'pages were')} behind a wall at the last visit (${WALL_WORDS[wall]}; "tidewatch pages --walled")`,
      ADVICE[wall],
    )
}

const ADVICE: Readonly<Record<WallKind, string>> = {
  login: 'if you have an account there, name it in request.auth',
  consent: 'request.headers can send the cookie that says yes',
  challenge: 'ask the site to admit your crawler by its request.userAgent',
  rateLimit: 'raise request.delay, or request.delays for this site',
  javascript:
    '"render.pages: auto" reads such pages with a browser; "scope.walls: false" keeps them as they were sent',
}

async function* checkSpam(holdings: Holdings, { full }: { full: boolean }, env: Env): Findings {
  const { read, found, example } = await spamAmong(holdings, full, env)
  if (read === 0) return
  const check = 'spam'
  if (found === 0) {
    yield ok(check, `none of ${counted(read, 'page')} looks written for search engines`)
    return
  }
  const looks = found === 1 ? 'looks' : 'look'
  const message = `${found} of ${counted(read, 'page')} ${looks} written for search engines, such as ${example}`
  yield warning(check, message, '"tidewatch spam" lists them with the reasons')
}

/** Examines pages spread over the collection, or all of them. */
async function spamAmong(holdings: Holdings, full: boolean, env: Env) {
  const visible = await Visible.of(holdings)
  const { fetched } = await holdings.store.counts()
  const step = full ? 1 : Math.max(1, Math.floor(fetched / MAX_READ_PAGES))
  const limit = full ? Number.POSITIVE_INFINITY : MAX_READ_PAGES
  const spam: string[] = []
  let seen = 0
  let read = 0
  for await (const row of visible.pages(CURRENT_PAGES)) {
    if (read >= limit) break
    if (seen++ % step !== 0) continue
    const report = await spamIn(row, visible, env)
    if (report === null) continue
    read++
    if (report.score >= USUAL_SCORE) spam.push(row.url)
  }
  return { read, found: spam.length, example: spam[0] }
}
