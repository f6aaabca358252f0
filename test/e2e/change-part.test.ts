/** Where the config names the part of a page that counts (`change.rules`), nothing else is compared. */
import { expect, it } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

/** A shop whose page and interface say what `state` says, beside things that differ each time. */
async function shop() {
  const state = { price: '49.90', stock: 'Sold out', checked: '2026-01-05', buzz: 'rugs' }
  const url = await answering((request, response) => {
    const { price, stock, checked, buzz } = state
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    if (request.url === '/lamp.json') {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ buzz, lamp: { price: Number(price), stock } }))
    }
    response.setHeader('content-type', 'text/html')
    return response.end(`<title>Lamp</title><main><h1>Brass lamp</h1><div class=offer><b class=price>€ ${price}</b>
      <i id=stock>${stock}</i></div><p class=checked>Checked on ${checked}</p><p>People also buy ${buzz}.</p></main>`)
  })
  const folder = await temporaryFolder()
  const shared: ConfigInput = {
    seeds: [url('/lamp'), url('/lamp.json')],
    scope: { depth: 0, types: ['text/html', 'application/json'] },
    request: { delay: 0, allowPrivate: true },
    threads: 1,
  }
  const collection = await Collection.open(folder, { mode: 'write' })
  const visit = async (change: ConfigInput['change']) => {
    const seen = (await collect(collection.changes())).length
    await (seen === 0 && (await collection.page(url('/lamp'))) === null
      ? collection.crawl({ ...shared, change })
      : collection.recrawl({ ...shared, change }, { which: 'all' }))
    const changes = (await collect(collection.changes())).slice(seen)
    return changes.map(({ url: page, change: note }) => `${new URL(page).pathname} ${note?.summary}`).sort()
  }
  return { state, url, folder, collection, visit }
}

const rule = (end: string, over: object) => ({ url: { suffix: end, on: 'url' as const }, ...over })
const PARTS = {
  rules: [
    rule('/lamp', { select: ['.price', '//i[@id="stock"]'] }),
    rule('.json', { select: '$.lamp.price' }),
  ],
}

it('compares only what selectors, XPaths and JSON paths select', async () => {
  const { state, url, folder, collection, visit } = await shop()
  expect(await visit(PARTS)).toEqual([])
  state.buzz = 'chairs'
  expect(await visit(PARTS)).toEqual([])
  Object.assign(state, { buzz: 'tables', price: '39.90', stock: 'In stock' })
  expect(await visit(PARTS)).toEqual([
    '/lamp main/div.offer: “€ 49.90 Sold out” → “€ 39.90 In stock”',
    '/lamp.json line: “49.9” → “39.9”',
  ])
  const page = (await collection.page(url('/lamp')))!
  const changed = (await page.diff())!.lines.filter(({ kind }) => kind !== 'same')
  expect(changed.map(({ path }) => path)).toEqual(['main/div.offer'])
  const whole = (await page.diff(undefined, undefined, { whole: true }))!.lines
  expect(whole.filter(({ kind }) => kind !== 'same').map(({ path }) => path)).toEqual([
    'main/div.offer',
    'main/p',
  ])
  await collection.close()
  const told = await tidewatch('diff', url('/lamp'), '-c', folder)
  expect(told.stdout).toContain('~ € [-49.90 Sold out-]{+39.90 In stock+}')
  expect(told.stdout).not.toContain('People')
  expect((await tidewatch('diff', url('/lamp'), '-c', folder, '--whole')).stdout).toContain('{+tables+}')
})

it('leaves out what selectors select, and texts that match expressions', async () => {
  const { state, collection, visit } = await shop()
  const rest = {
    rules: [
      rule('/lamp', { leaveOut: '.offer', ignoreText: 'also buy [a-z]+' }),
      rule('.json', { leaveOut: ['$.buzz', '$..stock'] }),
    ],
  }
  await visit(rest)
  Object.assign(state, { buzz: 'tables', stock: 'In stock' })
  expect(await visit(rest)).toEqual([])
  Object.assign(state, { price: '39.90', checked: '2026-02-17' })
  expect(await visit(rest)).toEqual([
    '/lamp main/p.checked: “Checked on 2026-01-05” → “Checked on 2026-02-17”',
    expect.stringMatching(/^\/lamp\.json line: .*49\.9.*39\.9/),
  ])
  await collection.close()
})

it('finds no change where only the config has changed, and then goes by the new one', async () => {
  const { state, collection, visit } = await shop()
  await visit({})
  state.buzz = 'chairs'
  expect(await visit(PARTS)).toEqual([])
  state.buzz = 'tables'
  state.price = '1.00'
  expect((await visit(PARTS)).length).toBe(2)
  state.buzz = 'desks'
  expect((await visit({ rules: [] })).map(line => line.split(' ')[0])).toEqual(['/lamp', '/lamp.json'])
  await collection.close()
})

it('compares a part byte by byte at level raw, dates and counters included', async () => {
  const { state, collection, visit } = await shop()
  const dates = { rules: [rule('/lamp', { select: '.checked', level: 'raw' })] }
  await visit(dates)
  state.price = '39.90'
  expect((await visit(dates)).filter(line => line.startsWith('/lamp '))).toEqual([])
  state.checked = '2026-01-06'
  expect((await visit(dates)).filter(line => line.startsWith('/lamp '))).toEqual([
    '/lamp main/p.checked: “Checked on 2026-01-05” → “Checked on 2026-01-06”',
  ])
  await collection.close()
})

it('reports where nothing is selected, and takes it for a change when a part goes', async () => {
  const { state, url, collection, visit } = await shop()
  const missing = async () =>
    (await collect(collection.events()))
      .filter(({ kind }) => kind === 'part-missing')
      .map(({ subject }) => subject)
  await visit({ rules: [rule('/lamp', { select: '.prise' })] })
  expect(await missing()).toEqual([url('/lamp')])
  await visit({ rules: [rule('/lamp', { select: '#stock' })] })
  state.stock = ''
  expect(await visit({ rules: [rule('/lamp', { select: '#stock' })] })).toContain(
    '/lamp main/div.offer: removed “Sold out”',
  )
  await collection.close()
})

it.each([
  [
    { select: '.a[' },
    'change.rules[0].select: the name of an attribute is missing (at character 4 of ".a[")',
  ],
  [{ leaveOut: ['//p', '$.a b'] }, 'not a JSON path such as $.items[0].price (at character 4 of "$.a b")'],
  [{ ignoreText: '(' }, 'missing closing )'],
  [{ select: 7 }, 'change.rules[0].select must be selectors in a list, or one alone'],
])('says what is wrong with %j', async (settings, message) => {
  const folder = await temporaryFolder()
  const collection = await Collection.open(folder, { mode: 'write' })
  const change = { rules: [rule('/lamp', settings)] } as ConfigInput['change']
  await expect(collection.crawl({ seeds: ['https://example.org'], change })).rejects.toThrow(message)
  await collection.close()
})
