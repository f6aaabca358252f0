import { Failure, realEnv } from '../env/index.ts'
import { type RobotsFile, readRobots } from '../library/robots-text.ts'
import { EXIT, type Output } from './output.ts'

export interface RobotsOptions {
  readonly agent: string
  readonly json?: boolean
  readonly allowPrivate?: boolean
}

/** Checks what a robots.txt, from a file or a site, allows an agent to fetch. Exits with 0 if everything is allowed, else 1. */
export async function robotsCommand(
  source: string,
  urls: readonly string[],
  options: RobotsOptions,
  output: Output,
): Promise<number> {
  for (const url of urls)
    if (!isPathOrUrl(url)) throw new Failure('usage', `"${url}" is neither a URL nor a path`)
  const robots = await readRobots(source, options.allowPrivate ?? false, realEnv)
  let allAllowed = true
  for (const url of urls) {
    const verdict = robots.check(options.agent, url)
    allAllowed &&= verdict.allowed
    const word = verdict.allowed ? 'allowed' : 'disallowed'
    if (options.json)
      output.result(
        JSON.stringify({ url, verdict: word, line: verdict.line ?? null, rule: verdict.rule ?? null }),
      )
    else
      output.result(
        `${word}  ${url}  ${verdict.line === undefined ? '(no rule applies)' : `line ${verdict.line}: ${verdict.rule}`}`,
      )
  }
  if (urls.length === 0) summary(robots, options, output)
  return allAllowed ? EXIT.done : EXIT.failed
}

function summary(robots: RobotsFile, options: RobotsOptions, output: Output): void {
  const delayMs = robots.crawlDelay(options.agent)
  if (options.json)
    output.result(JSON.stringify({ crawlDelayMs: delayMs ?? null, sitemaps: robots.sitemaps }))
  else {
    output.result(`crawl delay  ${delayMs === undefined ? 'none' : `${delayMs / 1000} s`}`)
    for (const sitemap of robots.sitemaps) output.result(`sitemap      ${sitemap}`)
  }
}

const isPathOrUrl = (text: string) => text.startsWith('/') || URL.canParse(text)
