/** Fields by mouse, the specification in the browser, policies compared: on a site whose pages mean harm. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import { type Browser, chromium, type FrameLocator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Shelf, serve } from '../../src/api/index.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import { realEnv } from '../../src/env/index.ts'
import { Collection } from '../../src/index.ts'
import { chromiumPath } from '../chromium.ts'
import { plain, type Site, startWorld, type World } from '../world/index.ts'

const SITE = 'http://boats.test'
const BOATS = 14
const TRAP = '<img src=x onerror="parent.caught=1;window.caught=1">'

const html = (title: string, body: string) =>
  plain(
    `<!doctype html><html lang="en"><title>${title}</title><body><nav><a href="/">Harbor</a></nav><main>${body}</main></body></html>`,
    'page',
    'text/html; charset=utf-8',
  )

const boat = (n: number) =>
  html(
    `Boat ${n}`,
    `<h1>Boat ${n}</h1><script>window.caught=2</script>${TRAP}<a href="javascript:window.caught=3">call</a>
    <table>${n % 2 ? `<tr><th>Bell</th><td>${n} kg</td></tr>` : ''}<tr><th>Length</th><td>${n + 5}.50</td></tr>
    <tr><th>Built</th><td>${1950 + n}-05-0${(n % 9) + 1}</td></tr></table>
    <p class="owner">Owner: &lt;b&gt;Anna ${n}&lt;/b&gt;</p>`,
  )

const boats: Site = {
  ...{ host: 'boats.test', kind: 'fixed', entries: ['/'] },
  find(path) {
    const [, number] = /^\/boat\/(\d+)$/.exec(path) ?? []
    if (number !== undefined) return Number(number) <= BOATS ? boat(Number(number)) : undefined
    const links = Array.from(
      { length: BOATS },
      (_, i) => `<li><a href="/boat/${i + 1}">Boat ${i + 1}</a></li>`,
    )
    return path === '/'
      ? html('Harbor', `<h1>Harbor</h1><ul class="boats">${links.join('')}</ul>`)
      : undefined
  },
}

let folder: string
let world: World
let close: () => Promise<void>
let address: string
let token: string
let browser: Browser
let page: Page
let boatClass: string
const complaints: string[] = []

beforeAll(async () => {
  expect(existsSync(join(import.meta.dirname, '../../dist/web/pick-frame.html')), 'npm run build:web').toBe(
    true,
  )
  folder = await mkdtemp(join(tmpdir(), 'tidewatch-mouse-'))
  world = await startWorld({ sites: [boats] })
  await fill(join(folder, 'boats'))
  const shelf = new Shelf({ home: join(folder, 'home'), env: realEnv })
  shelf.add(join(folder, 'boats'))
  ;({ url: address, token, close } = await serve(shelf, { address: '127.0.0.1', port: 0 }))
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('console', message => {
    // What a stored page may not do, the browser says about that page.
    const isStored = /\/stored\?/.test(message.location().url + message.text())
    if (message.type() === 'error' && !isStored && !/status of 40\d/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await page.goto(`${address}#token=${token}`)
})

/** Crawled by no model, then modeled: pages have no classes in the store. */
async function fill(where: string): Promise<void> {
  await using collection = await Collection.open(where, { mode: 'write', env: { network: world.network } })
  const config = {
    seeds: [`${SITE}/`],
    request: { delay: 0, allowPrivate: true },
    threads: 1,
  } satisfies ConfigInput
  await collection.crawl(config)
  const { classes, members } = await collection.model(`${SITE}/`, { config })
  boatClass = classes[members.findIndex(urls => urls.includes(`${SITE}/boat/3`))]!.name
}

afterAll(async () => {
  await browser?.close()
  await close?.()
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

const open = async (path: string) => {
  await page.goto(new URL(`/c/boats/${path}`, address).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

async function violations(): Promise<unknown> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(each => each.id + ': ' + each.nodes[0].html))",
  )
}

const cells = (column: string) =>
  page.evaluate(
    `(() => {
      const heads = [...document.querySelectorAll('table.sheet thead th')]
      const at = heads.findIndex(each => each.querySelector('input')?.value === ${JSON.stringify(column)})
      return [...document.querySelectorAll('table.sheet tbody tr')].map(row => row.children[at]?.textContent)
    })()`,
  ) as Promise<string[]>

describe('fields by mouse', () => {
  let frame: FrameLocator
  beforeAll(async () => {
    await open(`fields?url=${encodeURIComponent(`${SITE}/boat/3`)}`)
    frame = page.frameLocator('iframe.stored')
    await frame.getByRole('heading', { name: 'Boat 3' }).waitFor()
    for (;;) {
      const remove = page.getByRole('button', { name: /^Remove/ })
      if ((await remove.count()) === 0) break
      await remove.first().click()
    }
  })

  it('a value becomes a column that is filled for ten other pages, found by its label', async () => {
    await frame.getByRole('cell', { name: '8.50' }).click()
    await page.getByRole('textbox', { name: 'Name of length' }).waitFor()
    await expect.poll(async () => (await cells('length'))[0]).toBe('8.5')
    const values = await cells('length')
    expect(values).toHaveLength(11)
    expect(new Set(values).size).toBe(11)
    expect(await frame.locator('[data-field="length"]').textContent()).toBe('8.50')
  })

  it('names and types are corrected in place', async () => {
    await page.getByRole('textbox', { name: 'Name of length' }).fill('meters')
    await page.getByRole('textbox', { name: 'Name of length' }).press('Tab')
    await page.getByRole('combobox', { name: 'Type of meters' }).selectOption('string')
    await expect.poll(async () => (await cells('meters'))[0]).toBe('8.50')
    await page.getByRole('combobox', { name: 'Type of meters' }).selectOption('number')
    await expect.poll(async () => (await cells('meters'))[0]).toBe('8.5')
  })

  it('the keyboard points too, and what a page says is only ever text', async () => {
    const owner = frame.getByText('Owner: <b>Anna 3</b>')
    await owner.focus()
    await owner.press('Enter')
    await page.getByRole('textbox', { name: 'Name of owner' }).waitFor()
    await expect.poll(async () => (await cells('owner'))[0]).toBe('<b>Anna 3</b>')
  })

  it('saved, it is a new version, and all stored pages are read again', async () => {
    await page.getByRole('button', { name: 'Save and read all pages again' }).click()
    await page.getByText(`Saved as version 2. ${BOATS + 1} stored pages of the site read again.`).waitFor()
    await page.getByRole('link', { name: 'See the records' }).click()
    await page.getByRole('cell', { name: '<b>Anna 14</b>' }).waitFor()
    await using collection = await Collection.open(join(folder, 'boats'))
    const found: unknown[] = []
    for await (const { values } of collection.records(boatClass)) found.push(values.meters)
    expect(found.toSorted()).toEqual(Array.from({ length: BOATS }, (_, i) => i + 6.5).toSorted())
  })

  it('shuts nobody out, fits a phone, and lets nothing of the page act', async () => {
    await open(`fields?url=${encodeURIComponent(`${SITE}/boat/4`)}`)
    await page.frameLocator('iframe.stored').getByRole('heading', { name: 'Boat 4' }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations()).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    const inside = page.frames().find(each => each.url().endsWith('/pick-frame.html'))!
    expect(await inside.evaluate('[window.caught, self.origin, document.scripts.length]')).toEqual([
      undefined,
      'null',
      1,
    ])
    expect(await page.evaluate('window.caught')).toBeUndefined()
  })
})

describe('the model', () => {
  it('tells which fields differ between versions', async () => {
    await open('model?before=1')
    await page.getByText(`${boatClass} has a new field, meters (number).`).waitFor()
  })

  it('is edited as text: what is wrong is told with its place, what is right becomes a version', async () => {
    const text = page.getByRole('textbox', { name: 'Specification' })
    const before = await text.inputValue()
    await text.fill(`${before}${boatClass},string,//h1[,name\n`)
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText(/XPath, character/).waitFor()
    await page.getByRole('button', { name: /^line \d+, column \d+$/ }).click()
    expect(await page.evaluate('document.getSelection().toString()')).toMatch(/^\/\/h1\[,name/)
    const version = page.locator('label', { hasText: /^Version/ }).locator('select')
    await text.fill(before.replace(',meters,', ',length,'))
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await expect.poll(() => version.inputValue()).toBe('3')
    await page.getByRole('cell', { name: 'length', exact: true }).waitFor()
    expect(await violations()).toEqual([])
  })
})

describe('other sites', () => {
  it('are learned from a list of addresses; those that have a model keep it', async () => {
    await open('model')
    const list = page.getByRole('textbox', { name: 'Where sites begin' })
    const learn = page.getByRole('button', { name: 'Learn how they are built' })
    await list.fill(`${SITE}/\nharbor`)
    await learn.click()
    await page.getByText('urls.1: write a whole address').waitFor()
    await list.fill(`${SITE}/\n${SITE}/boat/1`)
    await learn.click()
    await page.getByText('1 of 1 sites already have a model').waitFor()
  })
})

describe('records by a file', () => {
  const file = (text: string) => ({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })

  it('are read again, and what is wrong with the file is said', async () => {
    await using collection = await Collection.open(join(folder, 'boats'))
    const model = JSON.stringify(await collection.storedModel(SITE))
    await open('export')
    await page.getByLabel('Read by').selectOption('file')
    await page.locator('[name=model]').setInputFiles(file('{}'))
    await page.getByRole('button', { name: 'Make the files' }).click()
    await page.getByText('mine.json is not a model').waitFor()
    await page.locator('[name=model]').setInputFiles(file(model.replaceAll('"length"', '"meters"')))
    await page.getByRole('button', { name: 'Make the files' }).click()
    await page.getByText(/^\d+ records of \d class/).waitFor()
    expect(await violations()).toEqual([])
  })
})

describe('the lab', () => {
  beforeAll(() => open('lab'))

  it('compares policies on a simulated world, as a table and as curves', async () => {
    await page.locator('[name=pages]').fill('40')
    await page.locator('[name=budgets]').fill('1d, 7d')
    for (const name of ['proportional', 'optimal', 'step', 'adaptive'])
      await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).uncheck()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('heading', { name: 'On world P1' }).waitFor()
    for (const every of ['1 day', '7 days'])
      await page.getByRole('heading', { name: `One fetch a page in ${every}` }).waitFor()
    expect(await page.getByRole('cell', { name: 'uniform' }).count()).toBe(2)
    expect(await page.locator('.chart path.series').count()).toBe(2)
    expect(await violations()).toEqual([])
  })

  it('compares them on a file, packed or not, and hands out the report', async () => {
    const trace = `# span 60 days\n${Array.from({ length: 30 }, (_, i) => `${i},${i + 10}`).join('\n')}\n`
    await page.locator('[name=world]').selectOption('trace')
    await page
      .locator('[name=trace]')
      .setInputFiles({ name: 'mine.csv.gz', mimeType: 'application/gzip', buffer: gzipSync(trace) })
    await page.locator('[name=budgets]').fill('5d')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('heading', { name: 'On mine.csv.gz' }).waitFor()
    await page.getByText(/^30 pages;/).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the report' }).click()
    expect((await saving).suggestedFilename()).toBe('boats-lab.html')
    expect(await violations()).toEqual([])
  })

  it('says what is wrong with what it was asked', async () => {
    await page.locator('[name=world]').selectOption('')
    await page.locator('[name=budgets]').fill('soon')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('write 90m, 12h, 7d or 2w').waitFor()
    await page.locator('[name=budgets]').fill('1d')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText(/has no page that was visited twice/).waitFor()
  })
})

it('the browser complains of nothing', () => expect(complaints).toEqual([]))
