/** Every page of the dashboard in a real browser, on a collection whose pages were written by somebody who means harm. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Collection } from '../../src/index.ts'
import { chromiumPath } from '../chromium.ts'
import {
  CLASS,
  fillCollection,
  type HostileSite,
  hostileSite,
  specification,
  TRAP,
} from './dashboard-site.ts'
import { type Running, start } from './shell.ts'

const WORDS = [
  ...['overview', 'changes', 'plan', 'events', 'pages', 'search?q=tide', 'records', 'patterns'],
  ...[
    'export',
    'health',
    'sites',
    'sites?tab=robots',
    'model',
    'duplicates',
    'links',
    'forms',
    'accessibility',
    'start',
  ],
  ...['notifications', 'settings', 'walls', 'lab'],
]

let folder: string
let site: HostileSite
let server: Running
let address: string
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewatch-dashboard-'))
  site = await hostileSite()
  await writeFile(join(folder, 'model.csv'), specification())
  await fillCollection(join(folder, 'hostile'), site, join(folder, 'model.csv'))
  await using fresh = await Collection.open(join(folder, 'fresh'), { mode: 'write' })
  await fresh.configure({ request: { allowPrivate: true, delay: 0 }, threads: 1, patience: '1s' })
  await serve(0)
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('console', message => {
    if (message.type() === 'error' && !/status of 40\d|net::ERR_/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await page.goto(address)
})

afterAll(async () => {
  await browser?.close()
  server?.child.kill('SIGINT')
  await server?.ended
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function serve(port: number): Promise<void> {
  const places = ['hostile', 'fresh'].map(name => join(folder, name))
  const home = ['--home', join(folder, 'home'), '--proxy', '127.0.0.1']
  server = start(['serve', ...places, '--port', String(port), ...home])
  address = await new Promise<string>(resolve => {
    server.child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })
}

const at = (path: string) => new URL(path, address).href
const open = async (word: string, collection = 'hostile') => {
  await page.goto(at(`/c/${collection}/${word}`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

describe.each(WORDS)('%s', word => {
  beforeAll(() => open(word))

  it('shows what the collection holds', async () => {
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
    if (!/events|start|notifications|lab|forms|export|health/.test(word))
      expect(await page.locator('.empty').count()).toBe(0)
  })

  it('takes nothing that a page says for markup, and links to web pages only', async () => {
    const found = await page.evaluate(`({
      caught: window.caught,
      pictures: document.querySelectorAll('img[src=x]').length,
      links: [...document.links].map(link => link.protocol).filter(each => !/^https?:$/.test(each)),
    })`)
    expect(found).toEqual({ caught: undefined, pictures: 0, links: [] })
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

async function violations(): Promise<unknown> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(each => each.id + ': ' + each.nodes[0].html))",
  )
}

describe('the description of the API', () => {
  it.each(['light', 'dark'] as const)('can be read, and shuts nobody out in %s colors', async colorScheme => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(at('/api-docs'))
    await page.getByRole('heading', { name: 'setConfigText' }).waitFor()
    expect(await violations()).toEqual([])
  })

  it('leads to a group, finds an operation, and can be pointed into', async () => {
    await page.goto(at('/api-docs'))
    await page.getByRole('link', { name: /^Models/ }).click()
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1000)
    await page.getByLabel('Find an operation').fill('robots')
    await expect.poll(() => page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['askRobots'])
    await page.goto(at('/api-docs#buildIndex'))
    await page.getByRole('heading', { name: 'buildIndex' }).waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1000)
  })
})

it('the dashboard passes the check that it makes of others: A100 AA100', async () => {
  const own = await Collection.open(join(folder, 'own'), { mode: 'write' })
  try {
    await own.crawl({
      seeds: [at('/collections'), at('/api-docs'), ...WORDS.map(word => at(`/c/hostile/${word}`))],
      scope: { depth: 0, soft404: false, sitemaps: false },
      request: { allowPrivate: true, delay: 0, perServer: 16 },
      duplicates: { urls: 'off' },
      render: { pages: 'always', sandbox: false, wait: '3s', tabs: 2 },
      analyse: { accessibility: 'browser' },
      threads: 1,
    })
    const checked = []
    for await (const { url, score, failed } of own.accessiblePages())
      checked.push({
        url,
        score: `A${score.a} AA${score.aa}`,
        failed: failed.filter(({ level }) => level === 'A' || level === 'AA').map(({ rule }) => rule),
      })
    expect(checked.filter(each => each.score !== 'A100 AA100')).toEqual([])
    expect(checked).toHaveLength(WORDS.length + 2)
    for await (const { url, title } of own.pages({ stored: true })) expect([url, title]).not.toContain(null)
  } finally {
    await own.close()
  }
})

describe('one page', () => {
  it('shows titles of strangers as text, and none of their scripts as links', async () => {
    await open(`page?url=${encodeURIComponent(site.url)}`)
    await page.getByRole('heading', { name: `Harbor ${TRAP}` }).waitFor()
    expect(await violations()).toEqual([])
    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByRole('cell', { name: `${TRAP} 1` }).waitFor()
    expect(await page.locator('a[href^="javascript:"], a[href^="data:"]').count()).toBe(0)
    expect(await page.evaluate('window.caught')).toBeUndefined()
  })
})

it('a page is visited because somebody asks for it', async () => {
  await open(`page?url=${encodeURIComponent(`${site.url}contact`)}`)
  await page
    .getByRole('row', { name: /fetched|notModified/ })
    .first()
    .waitFor()
  const before = await page.locator('tbody tr').count()
  await page.getByRole('button', { name: 'Visit now' }).click()
  await page.getByText('The page is being visited.').waitFor()
  await page.getByText('Visited: fetched.').waitFor({ timeout: 60_000 })
  expect(await page.locator('tbody tr').count()).toBe(before + 1)
})

describe('people', () => {
  it.each([
    ['search', 'Index stored pages', /^Indexed 0 revisions|^Indexed \d+ revision/],
    ['duplicates', 'Compare stored pages', /^\d+ pages? compared\.$/],
    ['patterns', 'Look in stored pages', /^Looked at \d+ pages? and found \d+ values?\.$/],
    ['accessibility', 'Check stored pages', /^Checked \d+ pages?\.$/],
    ['health', 'Examine', /^No problems/],
  ])('have stored pages worked on: %s', async (word, button, said) => {
    await open(word)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(said).waitFor({ timeout: 60_000 })
    expect(await violations()).toEqual([])
  })

  it('take the whole collection with them', async () => {
    await open('export')
    await page.getByLabel('Format').first().selectOption('wacz')
    await page.getByRole('button', { name: 'Make the file', exact: true }).click()
    await page.getByText(/^Exported .*\d+ files?/).waitFor({ timeout: 60_000 })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'hostile.wacz' }).click(),
    ])
    expect((await readFile((await file.path())!)).subarray(0, 2).toString()).toBe('PK')
    await page.getByLabel('Format').first().selectOption('csv')
    await page.getByLabel('Contents of pages').selectOption('main content as Markdown')
    await page.getByRole('button', { name: 'Make the file', exact: true }).click()
    await page.getByRole('link', { name: 'hostile-markdown-main.csv' }).waitFor({ timeout: 60_000 })
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Remove hostile.wacz' }).click()
    await page.getByRole('link', { name: 'hostile.wacz' }).waitFor({ state: 'detached' })
  })

  it('keep pictures and models as files', async () => {
    const kept = async (act: () => Promise<unknown>) => {
      const [file] = await Promise.all([page.waitForEvent('download'), act()])
      return [file.suggestedFilename(), (await readFile((await file.path())!, 'utf8')).slice(0, 40)]
    }
    await open('plan')
    const picture = () => page.getByRole('button', { name: 'Download as a picture' }).click()
    expect(await kept(picture)).toEqual(['hostile.svg', expect.stringMatching(/^<svg/)])
    await open('model')
    const graph = () => page.getByLabel('Download').selectOption('graphml')
    expect(await kept(graph)).toEqual([
      `${new URL(site.url).hostname}.graphml`,
      expect.stringMatching(/^<\?xml/),
    ])
  })

  it('see what a server said before the content', async () => {
    await open(`page?url=${encodeURIComponent(site.url)}&tab=stored`)
    await page.getByText(/^What its server said: HTTP\/1\.1 200/).click()
    await page.getByText('content-type', { exact: true }).waitFor()
    expect(await violations()).toEqual([])
  })

  it('ask what robots.txt says', async () => {
    await open('sites?tab=robots')
    await page.getByLabel('Addresses').fill(`${site.url}item/1 ${site.url}contact`)
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect.poll(() => page.getByRole('cell', { name: 'allowed', exact: true }).count()).toBe(2)
    expect(await violations()).toEqual([])
  })

  it('search with the key /, are told of a mistake, and find what they meant', async () => {
    await open('overview')
    await page.keyboard.press('/')
    const box = page.getByRole('searchbox')
    await box.waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('q')
    await page.keyboard.type('since:whenever')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await box.fill('"spring tide"')
    await box.press('Enter')
    await page.locator('mark', { hasText: 'spring' }).first().waitFor()
    await page.getByRole('link', { name: `Item 1 ${TRAP}` }).waitFor()
  })

  it('come from a change to what is different', async () => {
    await open(`changes?class=${encodeURIComponent(CLASS)}`)
    await page.getByRole('link', { name: /item\/3$/ }).click()
    await page.locator('ins', { hasText: '32' }).waitFor()
    await page.locator('del', { hasText: '31' }).waitFor()
  })

  it('compare any two revisions as text, as source, side by side and by their looks', async () => {
    await open(`page?url=${encodeURIComponent(`${site.url}item/3`)}&tab=changes`)
    const form = page.getByRole('combobox', { name: 'As', exact: true })
    await page.locator('del', { hasText: '31' }).waitFor()
    await form.selectOption('sides')
    await page.locator('.sides p:first-child del', { hasText: '31' }).waitFor()
    expect(await page.locator('.sides p:first-child ins').count()).toBe(0)
    expect(await violations()).toEqual([])
    await form.selectOption('source')
    await page.locator('.diff.is-source p', { hasText: '<p class="price">' }).waitFor()
    expect(await page.evaluate('window.caught')).toBeUndefined()
    await form.selectOption('pictures')
    await page.getByText('No browser took a picture').waitFor()
    const before = page.frameLocator('iframe[title="Revision 1 as it is stored"]')
    await before.getByText('31.50').waitFor()
    await page.frameLocator('iframe[title="Revision 2 as it is stored"]').getByText('32.50').waitFor()
    expect(new URL(page.url()).searchParams.get('form')).toBe('pictures')
  })

  it('silence a part of pages that only makes noise, and hear of it again', async () => {
    await open(`page?url=${encodeURIComponent(`${site.url}item/3`)}&tab=changes`)
    await page.getByLabel('Only noise? Never count changes in').selectOption('p.price')
    await page.getByRole('button', { name: 'Silence it on all pages' }).click()
    const again = page.getByRole('button', { name: 'count it again: p.price' })
    await again.waitFor()
    expect(await violations()).toEqual([])
    await open('settings')
    expect(await page.getByRole('textbox', { name: 'Config' }).inputValue()).toMatch(/- p\.price/)
    await page.goBack()
    await again.click()
    await again.waitFor({ state: 'detached' })
  })

  it('say which part of a page counts, and see only that from then on', async () => {
    await open(`page?url=${encodeURIComponent(`${site.url}item/3`)}&tab=changes`)
    const changed = page.getByRole('region', { name: 'Changed lines' })
    await changed.getByText('The spring tide of harbor 3').first().waitFor()
    const selector = page.getByLabel('Only one part matters? Its CSS selector or XPath')
    const only = page.getByRole('button', { name: 'Compare only this on this page' })
    await selector.fill('.price[')
    await only.click()
    await page.getByText('the name of an attribute is missing').waitFor()
    await selector.fill('.price')
    await only.click()
    await page.getByText('Of this page, only .price counts.').waitFor()
    await changed.locator('ins', { hasText: '32' }).waitFor()
    await expect.poll(() => changed.getByText('The spring tide of harbor 3').count()).toBe(0)
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Compare all of it again' }).click()
    await changed.getByText('The spring tide of harbor 3').first().waitFor()
  })

  it('read why pages failed where they are listed', async () => {
    await open('pages?status=any&text=missing')
    await page.getByRole('columnheader', { name: 'Why' }).waitFor()
    await page.getByRole('cell', { name: 'HTTP 404', exact: true }).waitFor()
    expect(await violations()).toEqual([])
    await open('pages')
    expect(await page.getByRole('columnheader', { name: 'Why' }).count()).toBe(0)
  })

  it('are helped on when a page is not to be found', async () => {
    await open('pages?text=nothing-like-this')
    await page.getByRole('link', { name: /excluded or gone, too/ }).click()
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('any')
    await page.goto(at(`/c/hostile/page?url=${encodeURIComponent(`${site.url}item/99`)}`))
    await page.getByRole('heading', { name: 'Why was it not fetched?' }).waitFor()
    expect(
      await page.getByRole('link', { name: 'Pages with similar addresses' }).getAttribute('href'),
    ).toMatch(/text=99&status=any/)
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Add it to the seeds' }).click()
    await page.getByText('It is among the seeds now').waitFor()
  })

  it('are told that there is no such collection, and find the others', async () => {
    await page.goto(at('/c/nope%20here/overview'))
    await page.getByRole('heading', { name: 'There is no collection "nope here" on this server' }).waitFor()
    expect(await page.getByText('does not answer').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0)
    expect(await violations()).toEqual([])
    await page.getByRole('link', { name: 'All collections' }).click()
    await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor()
  })

  it('see a page of each class in the model', async () => {
    await open('model')
    const small = page.frameLocator(`iframe[title^="A small view of ${site.url}item/"]`)
    await small.getByText('low water').first().waitFor()
    expect(await violations()).toEqual([])
  })

  it('see what fails on a page, and come to it from the list of the worst', async () => {
    await open('accessibility')
    await page.getByRole('heading', { name: 'Pages with the most to mend' }).waitFor()
    await page.locator('.cell-url').first().click()
    await page.getByText(/^It scores A \d+, AA \d+/).waitFor()
    expect(await violations()).toEqual([])
  })

  it('see what is stored by type', async () => {
    await open('overview')
    await page.getByRole('link', { name: 'text/html' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('text/html')
  })

  it('look at stored pages also where reading needs a token', async () => {
    const away = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.1' } })
    const path = `/c/hostile/page?tab=stored&url=${encodeURIComponent(`${site.url}contact`)}`
    await away.goto(at(path))
    await away.getByText('this needs the token').first().waitFor()
    await away.goto(address)
    await away.goto(at(path))
    const frame = away.frameLocator('iframe[title="The stored page"]')
    await frame.getByRole('heading', { name: 'Contact' }).waitFor()
    await away.goto(at('/c/hostile/notifications'))
    await expect.poll(() => away.getByRole('link', { name: 'Atom' }).getAttribute('href')).toMatch(/ticket=/)
    const feed = await away.getByRole('link', { name: 'Atom' }).getAttribute('href')
    const asked = await fetch(at(feed ?? ''), { headers: { 'x-forwarded-for': '192.0.2.9' } })
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('<feed')])
    await away.close()
  })

  it('see who answers for sites, and when sites changed together', async () => {
    await open('sites')
    await page.getByRole('tab', { name: 'Servers' }).click()
    await page.getByRole('heading', { name: new URL(site.url).host }).waitFor()
    expect(await violations()).toEqual([])
    await page.getByRole('tab', { name: 'When they changed together' }).click()
    await page.getByRole('cell', { name: '8', exact: true }).waitFor()
    expect(await violations()).toEqual([])
    await page.getByRole('tab', { name: 'Same pages' }).click()
    await page.getByText('Nothing was learned of addresses').waitFor()
  })

  it('come from a site to its pages', async () => {
    await open('sites')
    await page.getByRole('link', { name: new URL(site.url).host }).click()
    await page.getByRole('heading', { name: 'Pages' }).waitFor()
    expect(new URL(page.url()).searchParams.get('host')).toBe(site.url.slice(0, -1))
    await page
      .getByRole('cell', { name: /contact/ })
      .first()
      .waitFor()
  })

  it('sort and filter pages, and share what they see', async () => {
    const links = page.locator('tbody .cell-url')
    const hidden = page.getByRole('link', { name: /missing$/ })
    await open('pages')
    await page.getByRole('button', { name: 'Page' }).click()
    await expect.poll(() => links.first().getAttribute('title')).toBe(site.url)
    expect(await hidden.count()).toBe(0)
    await page.getByRole('button', { name: 'Page' }).click()
    await expect.poll(() => links.first().getAttribute('title')).toBe(`${site.url}item/8`)
    await page.getByLabel('In address or title').fill('ITEM/')
    await expect.poll(() => links.count()).toBe(8)
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
    const shared = page.url()
    await page.getByLabel('In address or title').fill('nowhere at all')
    await page.getByText('Nothing fits these filters.').waitFor()
    await page.goto(shared)
    await expect.poll(() => links.allTextContents()).toHaveLength(8)
    expect(await links.first().getAttribute('title')).toBe(`${site.url}item/8`)
    await expect(page.getByRole('columnheader', { name: 'Page' }).getAttribute('aria-sort')).resolves.toBe(
      'descending',
    )
    await open('pages')
    await page.getByRole('link', { name: /not watched$/ }).click()
    await hidden.waitFor()
  })

  it('drag the budget, and learn what a wish costs', async () => {
    await open('plan')
    const slider = page.getByRole('slider')
    await slider.focus()
    await slider.press('ArrowRight')
    await page.waitForURL(/budget=/)
    await page.getByText('chosen').waitFor()
    await page.getByRole('spinbutton').fill('90')
    // Longer than it takes until the page is drawn anew by live news.
    await page.waitForTimeout(1_200)
    await page.getByRole('spinbutton').press('Enter')
    await page.getByText(/90\.0 % fresh takes \d|No budget keeps/).waitFor()
  })

  it('download records that no spreadsheet takes for formulas', async () => {
    await open(`records?class=${encodeURIComponent(CLASS)}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).click(),
    ])
    const rows = (await readFile((await file.path())!, 'utf8')).split('\r\n')
    expect(rows[0]).toContain('price')
    expect(rows[1]).toContain(`"'=HYPERLINK(""x"")`)
    expect(rows.filter(row => row !== '')).toHaveLength(9)
  })

  it('choose a class of the model by keyboard', async () => {
    await open('model')
    const home = page.getByRole('button', { name: /^home/ })
    await home.focus()
    await home.press('Enter')
    await expect.poll(() => home.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('cell', { name: 'item', exact: true }).waitFor()
  })

  it('compare two versions of a model', async () => {
    await open('model')
    await page.getByLabel('Compare with').selectOption('1')
    await page.getByRole('heading', { name: 'From version 1 to version 2' }).waitFor()
    await page
      .getByText(/^The class \w+ is new\.$/)
      .first()
      .waitFor()
  })

  it('are told where the settings are wrong, and that they are saved', async () => {
    await open('settings')
    const text = page.getByRole('textbox', { name: 'Config' })
    const before = await text.inputValue()
    await text.fill(`${before}dealy: 1\n`)
    await page.getByText('This cannot be saved:').waitFor()
    await page.getByText(/dealy is not a known key/).waitFor()
    await text.fill(`${before}\n`)
    await page.getByText('Not saved yet; nothing is wrong with it.').waitFor()
    await text.fill(`${before}dealy: 1\n`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing was saved:').waitFor()
    await page.getByText(/dealy is not a known key/).waitFor()
    await page.getByRole('button', { name: /^line \d+, column 1$/ }).click()
    expect(await page.evaluate('document.getSelection().toString()')).toBe('dealy: 1')
    await text.fill(before)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
  })

  it('find any key of the config by a few letters', async () => {
    await open('settings')
    await page.getByLabel(/^Find one of all \d+ keys$/).fill('request.del')
    const found = page.getByRole('region', { name: 'Keys found' })
    await found.getByText('request.delay', { exact: true }).first().waitFor()
    expect(await found.textContent()).not.toMatch(/\.md/)
    await page.getByLabel(/^Find one of all/).fill('no such thing')
    await page.getByText('No key is about that.').waitFor()
    expect(await violations()).toEqual([])
  })

  it('set things for groups of pages, and are told what is wrong with them', async () => {
    await open('settings')
    await page.getByRole('cell', { name: 'all pages', exact: true }).waitFor()
    await page.getByLabel('Which').fill('contact')
    await page.getByLabel('What').selectOption('bounds')
    await page.getByLabel('At most every').fill('1h')
    await page.getByLabel('At least every').fill('soon')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText(/refresh\.rules\[0\]\.bounds/).waitFor()
    await page.getByLabel('At least every').fill('2d')
    await page.getByRole('button', { name: 'Add' }).click()
    await page
      .getByRole('cell', { name: 'visited at least every 2d, at most every 1h', exact: true })
      .waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Config' }).inputValue())
      .toContain('class: contact')
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: /^Remove: class contact/ }).click()
    await page.getByRole('cell', { name: 'class contact', exact: true }).waitFor({ state: 'detached' })
  })

  it('go everywhere by keys', async () => {
    await open('overview')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press(',')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Changes').waitFor()
    await page.keyboard.press('Escape')
  })
})

it('a collection without anything says on every page how to get it', async () => {
  for (const word of [
    'changes',
    'plan',
    'records',
    'patterns',
    'sites',
    'model',
    'duplicates',
    'accessibility',
    'search?q=tide',
  ]) {
    await open(word, 'fresh')
    expect(await page.locator('.empty p').first().textContent(), word).toMatch(/\w/)
    expect(await page.getByRole('alert').allTextContents(), word).toEqual([])
  }
})

it('a crawl is started in the browser, and its finds count up', async () => {
  await open('start', 'fresh')
  await page.getByLabel('Address').fill(site.url)
  await page.getByLabel('Pages at most').fill('50')
  await page.getByLabel('Topic').fill('tide tables')
  await page.getByRole('button', { name: 'Start' }).click()
  const found = page.locator('dt:text-is("E-mail addresses") + dd')
  await expect.poll(() => found.textContent()).toBe('3')
  expect(await page.locator('dt:text-is("Their domains") + dd').textContent()).toBe('2')
  await page.getByRole('cell', { name: 'bell@coast.se' }).waitFor()
  await page.getByText('ended', { exact: true }).waitFor()
  const pages = page.locator('dt:text-is("Pages done") + dd')
  await expect.poll(() => pages.textContent()).toBe('11')
  await open('overview', 'fresh')
  await page.getByRole('heading', { name: 'About the topics' }).waitFor()
})

it('a model is learned in the browser while a watch runs, which is paused and goes on by itself', async () => {
  await open('overview', 'fresh')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await open('model', 'fresh')
  await expect.poll(() => page.getByLabel('Where sites begin').inputValue()).toBe(site.url)
  await page.getByText('The watch that runs is paused meanwhile').waitFor()
  await page.getByRole('button', { name: 'Learn how they are built' }).click()
  await page.getByRole('button', { name: /^item/ }).waitFor()
  const jobs = page.getByRole('navigation', { name: 'Running now' })
  await jobs.getByRole('link', { name: /: watch$/ }).waitFor()
  await open('overview', 'fresh')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('ended', { exact: true }).waitFor()
})

it('what was seen once is not said to change, and what is not known is said once', async () => {
  await open('plan', 'fresh')
  await page.getByText('No page was visited twice yet').waitFor()
  await open(`page?url=${encodeURIComponent(site.url)}`, 'fresh')
  await page.locator('dt:text-is("First stored") + dd').waitFor()
  await page.getByRole('cell', { name: 'first copy' }).waitFor()
  await page.goto(at(`/c/fresh/page?url=${encodeURIComponent('http://nowhere.test/')}`))
  await page.getByText('http://nowhere.test/ is not known in fresh').waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
})

it('one pass over every page is a choice beside Start', async () => {
  await open('overview', 'fresh')
  await page.getByLabel('What Start does').selectOption('visit every page once')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByText('ended', { exact: true }).waitFor()
  await open(`page?url=${encodeURIComponent(site.url)}`, 'fresh')
  await expect.poll(() => page.getByRole('region', { name: 'Visits' }).locator('tbody tr').count()).toBe(2)
  await page.getByRole('heading', { name: 'What its visits say' }).waitFor()
  await page.getByText('0 of 1 visit found a change').waitFor()
  await page.locator('dt:text-is("Most likely") + dd:text-is("never so far")').waitFor()
})

it('the lab says what it is for before anything was compared', async () => {
  await open('lab', 'fresh')
  await page.getByRole('heading', { name: 'Nothing was compared yet' }).waitFor()
})

it('a collection is emptied only by whoever writes its name', async () => {
  await open('start', 'fresh')
  await page.getByRole('button', { name: 'Empty…' }).click()
  const name = page.getByLabel('Write fresh to confirm')
  await name.fill('yes')
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await page.getByText('write the name of the collection').waitFor()
  await name.fill('fresh')
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect.poll(() => page.locator('dt:text-is("Pages done") + dd').textContent()).toBe('0')
})

it('a page is forgotten only after a second look', async () => {
  await open(`page?url=${encodeURIComponent(`${site.url}copy`)}`)
  const forget = page.getByRole('button', { name: 'Forget…' })
  await forget.click()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Keep it' }).click()
  await forget.click()
  await page.getByRole('button', { name: 'Forget for good' }).click()
  await page.getByText(/^Forgot 1 page in /).waitFor({ timeout: 60_000 })
  await page.getByText(/^forgotten on request on /).waitFor()
})

it('jobs that run are one click away, and end by another', async () => {
  await page.evaluate(`fetch('/api/collections/hostile/start', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + localStorage.getItem('tidewatch-token') },
    body: '{"kind":"watch"}',
  })`)
  await page.goto(at('/collections'))
  const job = page
    .getByRole('navigation', { name: 'Running now' })
    .getByRole('link', { name: 'hostile: watch' })
  await job.waitFor()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Stop hostile' }).click()
  await job.waitFor({ state: 'detached' })
})

it('somebody is told of changes, and then no more', async () => {
  await open('notifications')
  await page.getByLabel(/Address of a program/).fill('http://127.0.0.1:9/hook')
  await page.getByLabel('Only addresses that hold').fill('/tide*')
  await page.getByLabel('Level').selectOption('content')
  await page.getByLabel('Minimum difference in %').fill('5')
  await page.getByRole('button', { name: 'Add' }).click()
  expect(await page.getByRole('status').filter({ hasText: 'signed with' }).textContent()).toMatch(/\w{40}/)
  await page.getByRole('cell', { name: 'pattern /tide*, level content, 5 % or more' }).waitFor()
  await page.getByRole('button', { name: 'Tell http://127.0.0.1:9/hook no more' }).click()
  await page.getByText('Nobody is told yet').waitFor()
  await page.getByLabel(/Address of a program/).fill('me@coast.se')
  await page.getByLabel('One mail for the changes of').selectOption('a day')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('mail needs a server').waitFor()
})

it('pages that somebody follows become a collection of their own, and nothing else is fetched', async () => {
  await page.goto(at('/collections'))
  await page.getByLabel('Addresses to start from').fill(`${site.url}item/1\n${site.url}item/2`)
  await page.getByLabel('Fetch').selectOption('only these pages')
  expect(await page.getByLabel('Pages at most').count()).toBe(0)
  await page.getByLabel('Visit them again').selectOption('each every hour')
  await page.getByLabel('Name').fill('followed')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Create and start' }).click()
  await page.getByRole('heading', { name: 'Nothing could be fetched' }).waitFor()
  await page.getByText('127.0.0.1 is not a public address').first().waitFor()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('ended', { exact: true }).waitFor()
  await open('settings', 'followed')
  const config = await page.getByRole('textbox', { name: 'Config' }).inputValue()
  expect(config).toMatch(/item\/1\n.*item\/2\n/)
  expect(config).toMatch(/depth: 0/)
  expect(config).toMatch(/interval: 1h\n\s+bounds:\n\s+- 1h\n\s+- 1h/)
  expect(config).toMatch(/patterns:\n\s+- email/)
})

it('says when the server is away, and comes back by itself', async () => {
  await open('overview')
  await page.getByText('● live').waitFor()
  const port = Number(new URL(address).port)
  server.child.kill('SIGINT')
  await server.ended
  await page.getByText('the server does not answer').waitFor()
  // What was asked for in the meantime is asked for again.
  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByText('The server does not answer: is "tidewatch serve" still running?').first().waitFor()
  await serve(port)
  await page.getByText('● live').waitFor()
  await page.getByRole('columnheader', { name: 'Next visit' }).waitFor()
  expect(await page.getByText('does not answer').count()).toBe(0)
})

it('the browser complains of nothing', () => expect(complaints).toEqual([]))
