/** The dashboard in a real browser, on the demonstration: what people see, and that nobody is shut out. */
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { type Running, start } from './shell.ts'

const PAGES = ['overview', 'changes']

describe('the dashboard', () => {
  let demo: Running
  let browser: Browser
  let page: Page
  let address: string
  const complaints: string[] = []

  beforeAll(async () => {
    demo = start(['demo'])
    address = await new Promise<string>(resolve => {
      demo.child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
    })
    browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('console', message => {
      // What a stored page may not do, the browser says about that page.
      const isStored = /\/stored\?/.test(message.location().url + message.text())
      if (message.type() === 'error' && !isStored) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(address)
  })

  afterAll(async () => {
    await browser?.close()
    demo?.child.kill('SIGINT')
    await demo?.ended
  })

  const open = async (word: string) => {
    await page.goto(new URL(`/c/demo/${word}`, address).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  it('takes the token out of the address', async () => {
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(page.url()).not.toContain('token')
  })

  it('counts up live while the collection is crawled', async () => {
    await open('overview')
    const stored = page.locator('dt:text-is("Pages stored") + dd')
    await expect
      .poll(async () => Number((await stored.textContent())?.replace(/\D/g, '')))
      .toBeGreaterThan(100)
    await page.getByText('● live').waitFor()
  })

  it('leads from the list of pages to one page, and says why it is visited when it is', async () => {
    await open('pages')
    await page.getByRole('link', { name: 'daily.demo.test', exact: true }).click()
    await page.getByRole('heading', { name: 'Why it is visited when it is' }).waitFor()
    const [stored] = await Promise.all([
      page.waitForResponse(/\/stored\?/),
      page.getByRole('tab', { name: 'Stored page' }).click(),
    ])
    expect(stored.status()).toBe(200)
    expect(stored.headers()['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
  })

  it('pauses and goes on', async () => {
    await open('overview')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  })

  describe.each(['light', 'dark'] as const)('in %s colors', colorScheme => {
    it.each(PAGES)('%s shuts nobody out', async word => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await open(word)
      await page.evaluate(axe.source)
      const found = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(each => each.id + ': ' + each.nodes[0].html))",
      )
      expect(found).toEqual([])
    })
  })

  it('puts changes on top of the list as they are found', async () => {
    await open('changes')
    const newest = page.locator('main tbody a').first()
    await newest.waitFor({ timeout: 60_000 })
    const before = await newest.getAttribute('href')
    await expect.poll(() => newest.getAttribute('href')).not.toBe(before)
  })

  it('visits no page twice because a busy machine seemed silent on the fast clock', async () => {
    const answer = await fetch(new URL('/api/collections/demo/events?limit=1000', address))
    const events = (await answer.json()) as { kind: string }[]
    expect(events.filter(({ kind }) => kind === 'lease-lost')).toEqual([])
  })

  it('complains of nothing', () => expect(complaints).toEqual([]))
})
