/** What axe-core says of pages in a browser: the documents as sent, with their own styles, without scripts and without anything else from the network. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium } from 'playwright-core'

export type AxeOutcome = 'violations' | 'passes' | 'incomplete' | 'inapplicable'

/** By rule; a rule that is not there does not apply. */
export type AxeResult = Readonly<Record<string, AxeOutcome>>

const ADDRESS = 'http://page.example/'
const MAX_PAGE_MS = 30_000

export interface AxePage {
  readonly name: string
  readonly html: string
}

/** Calls back with each page's result; those in the file `kept` are not asked for again. */
export async function askAxe(
  pages: readonly AxePage[],
  rules: readonly string[],
  { browser: executablePath, kept }: { readonly browser: string; readonly kept?: string | undefined },
): Promise<ReadonlyMap<string, AxeResult>> {
  const known = kept !== undefined && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const results = new Map<string, AxeResult>(Object.entries(known))
  const missing = pages.filter(({ name }) => !results.has(name))
  if (missing.length === 0) return results
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    for (const page of missing) {
      const result = await askOne(browser, page, rules)
      if (result !== null) results.set(page.name, result)
    }
  } finally {
    await browser.close()
    if (kept !== undefined) writeFileSync(kept, JSON.stringify(Object.fromEntries(results)))
  }
  return results
}

async function askOne(
  browser: Browser,
  { name, html }: AxePage,
  rules: readonly string[],
): Promise<AxeResult | null> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(MAX_PAGE_MS)
    await page.route('**/*', route =>
      route.request().url() === ADDRESS && route.request().isNavigationRequest()
        ? route.fulfill({
            body: html,
            headers: {
              'content-type': 'text/html; charset=utf-8',
              'content-security-policy': "script-src 'none'; frame-src 'none'",
            },
          })
        : route.abort(),
    )
    await page.goto(ADDRESS, { waitUntil: 'domcontentloaded' })
    await page.evaluate(axe.source)
    return (await page.evaluate(runAxe, [...rules])) as AxeResult
  } catch (error) {
    console.error(`${name}: ${(error as Error).message.split('\n', 1)[0]}`)
    return null
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
async function runAxe(rules: string[]): Promise<Record<string, string>> {
  const { axe, document } = globalThis as unknown as {
    axe: {
      run(context: unknown, options: unknown): Promise<Record<string, readonly { readonly id: string }[]>>
    }
    document: unknown
  }
  const options = { runOnly: rules, resultTypes: ['violations'], iframes: false, preload: false }
  const found = await axe.run(document, options)
  const outcomes: Record<string, string> = {}
  for (const kind of ['inapplicable', 'passes', 'incomplete', 'violations'])
    for (const { id } of found[kind] ?? []) outcomes[id] = kind
  return outcomes
}
