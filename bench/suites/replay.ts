/**
 * Does what we export replay where people replay archives? ReplayWeb.page (npm package `replaywebpage`) in a real browser:
 *   npm pack replaywebpage && tar xzf replaywebpage-*.tgz
 *   node bench/suites/replay.ts --replayer package --wacz FILE [--pages 50]
 *
 * The replayer's service worker loads the WACZ over HTTP ranges. Each page of its list is asked for as it was stored then, as it was
 * at the last visit (a revisit record, perhaps), and as a frame shows it: the browser must find the title that the list says.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Chromium } from '../../test/chromium.ts'
import { serve } from './replay/serve.ts'

const { values } = parseArgs({
  options: {
    replayer: { type: 'string' },
    wacz: { type: 'string' },
    pages: { type: 'string', default: '50' },
  },
})
if (!values.replayer || !values.wacz) {
  console.error('usage: replay.ts --replayer DIR --wacz FILE [--pages 50]')
  process.exit(2)
}
for (const file of [join(values.replayer, 'sw.js'), values.wacz])
  if (!existsSync(file)) {
    console.error(`${file} is missing: get the replayer with "npm pack replaywebpage" and unpack it`)
    process.exit(2)
  }

interface Replayed {
  readonly url: string
  readonly title: string
  readonly status: number
  readonly storedBytes: number
  readonly latestBytes: number
  readonly shownTitle: string
  readonly shownText: number
}

function isRight(page: Replayed): boolean {
  const isStored = page.status === 200 && page.storedBytes > 0 && page.latestBytes > 0
  return isStored && page.shownTitle === page.title && page.shownText > 0
}

/** Runs in the browser: loads the archive into the replayer and looks at its pages. */
const SCRIPT = readFileSync(join(import.meta.dirname, 'replay', 'in-page.js'), 'utf8')

const server = await serve({
  '/replay/sw.js': { file: join(values.replayer, 'sw.js'), type: 'text/javascript' },
  '/replay/': { body: '<!doctype html><title>replay</title>', type: 'text/html' },
  '/archive.wacz': { file: values.wacz, type: 'application/zip' },
})
const browser = await Chromium.start()
try {
  const ask = `${SCRIPT}\nreplay(${Number(values.pages)})`
  const replayed = await browser.evaluate<Replayed[]>(`${server.url}/replay/`, ask)
  const wrong = replayed.filter(page => !isRight(page))
  for (const page of wrong) console.log(`wrong: ${JSON.stringify(page)}`)
  console.log(`${replayed.length - wrong.length} of ${replayed.length} pages replay in ReplayWeb.page`)
  if (replayed.length === 0 || wrong.length > 0) process.exitCode = 1
} finally {
  await browser.stop()
  await server.stop()
}
