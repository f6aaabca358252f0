/** What the dashboard shows of focused crawls and of pages that need a browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { crawlFocused, type ScriptedHarbor, scriptedHarbor } from './dashboard-focus-site.ts'
import { type Running, start } from './shell.ts'

let folder: string
let site: ScriptedHarbor
let server: Running
let address: string
let browser: Browser
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewatch-dashboard-'))
  site = await scriptedHarbor()
  await crawlFocused(join(folder, 'harbor'), site)
  server = start(['serve', '-c', join(folder, 'harbor'), '--port', '0', '--home', join(folder, 'home')])
  address = await new Promise<string>(resolve => {
    server.child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(address)
})

afterAll(async () => {
  await browser?.close()
  server?.child.kill('SIGINT')
  await server?.ended
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

const open = async (word: string) => {
  await page.goto(new URL(`/c/harbor/${word}`, address).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}
const boat = () => encodeURIComponent(`${site.url}boats/1`)

async function violations(): Promise<unknown> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // What strangers wrote is shown in frames of its own, which are theirs.
  return page.evaluate(
    "axe.run({ exclude: ['iframe.stored'] }).then(({ violations }) => violations.map(each => each.id + ': ' + each.nodes[0].html))",
  )
}

const VIEWS = [
  ['pages?topic=boats', 'Relevance'],
  ['sites?tab=browser', 'stand there only in a browser'],
  ['overview', 'About the topics'],
  ['page', 'As its server sent it'],
] as const

describe.each(VIEWS)('%s', (word, text) => {
  beforeAll(async () => {
    await open(word === 'page' ? `page?url=${boat()}&tab=stored` : word)
    await page.getByText(text).first().waitFor()
  })

  it.each(['light', 'dark'] as const)('shuts nobody out in %s colors', async colorScheme => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations()).toEqual([])
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const width = await page.evaluate('document.documentElement.scrollWidth')
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(width).toBeLessThanOrEqual(390)
  })
})

it('a page that a browser showed stands beside what its server sent, with its picture', async () => {
  await open(`page?url=${boat()}&tab=stored`)
  const shown = page.frameLocator('iframe[title="The page as a browser showed it"]')
  await shown.getByRole('heading', { name: 'Boat 1' }).waitFor()
  const sent = page.frameLocator('iframe[title="The page as its server sent it"]')
  await sent.getByText('Loading…').waitFor()
  const picture = page.getByRole('img', { name: /What a browser showed of/ })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(100)
  await open(`page?url=${encodeURIComponent(`${site.url}soups/1`)}&tab=stored`)
  await page.frameLocator('iframe[title="The stored page"]').getByRole('heading', { name: 'Soup' }).waitFor()
})

it('the graph of classes shows small pictures of them', async () => {
  await open('model')
  const picture = page.locator('.class-look img').first()
  await picture.scrollIntoViewIfNeeded()
  expect(await picture.getAttribute('src')).toContain('as=thumbnail')
  await expect
    .poll(() => picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(320)
})

it('a change is shown by a picture from before and one from after', async () => {
  await open(`page?url=${encodeURIComponent(`${site.url}boats/2`)}&tab=changes`)
  await page.locator('ins', { hasText: 'Old schooner' }).waitFor()
  await page.getByRole('combobox', { name: 'As', exact: true }).selectOption('pictures')
  for (const revision of [1, 2]) {
    const picture = page.getByRole('img', {
      name: new RegExp(`What a browser showed of .* revision ${revision}$`),
    })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(100)
  }
  expect(await page.getByText('No browser took a picture').count()).toBe(0)
  expect(await violations()).toEqual([])
})

it('forms are told with what they were asked', async () => {
  await open('forms')
  await page.getByText(/queries to/).click()
  await expect.poll(() => page.locator('.asked li').count()).toBe(3)
  expect(await violations()).toEqual([])
})

it('kinds of pages are told with what was found on them', async () => {
  await open('sites')
  await page.getByRole('tab', { name: 'In the browser' }).click()
  await page.getByRole('row', { name: /boats.*rendered|rendered.*boats/ }).waitFor()
})

it('pages are filtered by topic and relevance, and sorted by it', async () => {
  await open('pages')
  await page.getByLabel('Relevance').selectOption('0.5')
  await expect.poll(() => page.url()).toContain('relevance=0.5')
  await page.getByRole('button', { name: 'Relevance' }).click()
  await expect.poll(() => page.url()).toContain('sort=relevance')
  await page.getByRole('link', { name: /boats\/1/ }).waitFor()
  expect(await page.getByRole('link', { name: /soups/ }).count()).toBe(0)
})

it('the page says what its links promised, and what it is', async () => {
  await open(`page?url=${boat()}`)
  await page.getByText(/links promised a relevance of \d\.\d\d.*; it is \d\.\d\d about boats/).waitFor()
  expect(await page.evaluate('window.caught')).toBeUndefined()
})

it('the overview tells how many of the pages are about the topic', async () => {
  await open('overview')
  await page.getByText(/\d of \d+ pages: \d+ %/).waitFor()
  await page.getByRole('link', { name: 'boats', exact: true }).click()
  await expect.poll(() => page.url()).toContain('topic=boats')
})
