/** What people send with a question: lists of sites, traces, models. Too much of it, or the wrong thing, gets one sentence. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Collection } from '../../src/index.ts'
import { type Asking, served } from './api-server.ts'

const BOATS = 12

function pageOf(path: string, noun: string): string | undefined {
  if (noun === '') return undefined
  const [, number] = /^\/item\/(\d+)$/.exec(path) ?? []
  if (number !== undefined && Number(number) <= BOATS)
    return `<title>${noun} ${number}</title><nav><a href="/">Home</a></nav><main><h1>${noun} ${number}</h1>
      <table><tr><th>Length</th><td>${Number(number) + 5}.50</td></tr></table></main>`
  const links = Array.from(
    { length: BOATS },
    (_, i) => `<li><a href="/item/${i + 1}">${noun} ${i + 1}</a></li>`,
  )
  return path === '/' ? `<title>${noun}s</title><h1>${noun}s</h1><ul>${links.join('')}</ul>` : undefined
}

async function startSite(noun: string): Promise<{ readonly server: Server; readonly home: string }> {
  const server = createServer((asked, answer) => {
    const page = pageOf(asked.url ?? '/', noun)
    answer.statusCode = page === undefined ? 404 : 200
    answer.setHeader('content-type', 'text/html')
    answer.end(page ?? '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, home: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const at = '/api/collections/harbor'
let folder: string
let asking: Asking
let boats: Awaited<ReturnType<typeof startSite>>
let carts: Awaited<ReturnType<typeof startSite>>
let nothing: Awaited<ReturnType<typeof startSite>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewatch-files-'))
  boats = await startSite('Boat')
  carts = await startSite('Cart')
  nothing = await startSite('')
  await using collection = await Collection.open(join(folder, 'harbor'), { mode: 'write' })
  await collection.configure({
    seeds: [boats.home],
    scope: { soft404: false, sitemaps: false },
    request: { delay: 0, allowPrivate: true },
  })
  asking = await served(shelf => shelf.add(join(folder, 'harbor')))
})
afterAll(async () => {
  await asking?.end()
  boats?.server.close()
  carts?.server.close()
  nothing?.server.close()
  await rm(folder, { recursive: true, force: true })
})

const problemOf = async (path: string, body: unknown) => {
  const { status, body: answer } = await asking.send('POST', at + path, body)
  return `${status} ${answer.problem}`
}

describe('models of many sites', () => {
  const learned = async (urls: readonly string[]) => {
    const { status, body } = await asking.send('POST', `${at}/models`, { urls, pages: 30 })
    expect([status, body.problem, body.run?.kind]).toEqual([200, undefined, 'model'])
    const run = async () => (await asking.get(`${at}`)).body.run
    await expect.poll(async () => (await run()).state, { timeout: 30_000 }).not.toBe('running')
    return run()
  }

  it('are learned side by side; a site that does not answer is named', async () => {
    const { state, message } = await learned([boats.home, carts.home, nothing.home])
    expect([state, message]).toEqual(['ended', `models of 2 sites; none of ${nothing.home}`])
    const { body: models } = await asking.get(`${at}/models`)
    const sites = [boats, carts].map(({ home }) => ({ site: home.slice(0, -1), versions: [1] }))
    expect(models).toEqual(expect.arrayContaining(sites))
    expect(await learned([boats.home, carts.home])).toMatchObject({
      message: '2 of 2 sites already have a model',
    })
  })

  it('need whole addresses, several of them, and the token', async () => {
    expect(await problemOf('/models', { urls: [boats.home, 'harbor'] })).toMatch(
      /^400 urls\.1: .*whole address/,
    )
    expect(await problemOf('/models', { urls: [boats.home] })).toMatch(/^400 urls: name two sites or more/)
    const urls = [boats.home, carts.home]
    expect((await asking.send('POST', `${at}/models`, { urls }, {})).status).toBe(401)
    const elsewhere = { authorization: `Bearer ${asking.token}`, origin: 'http://evil.test' }
    expect((await asking.send('POST', `${at}/models`, { urls }, elsewhere)).status).toBe(403)
  })
})

describe('records', () => {
  const written = async (body: unknown) => {
    const { body: started } = await asking.send('POST', `${at}/exports/records`, body)
    expect(started).toMatchObject({ kind: 'records', state: 'running' })
    const latest = async () => (await asking.get(`${at}/tasks`)).body.at(-1)
    await expect.poll(async () => (await latest()).endedAt).not.toBeNull()
    return latest()
  }
  const modelText = async () => {
    const site = encodeURIComponent(boats.home)
    const { body } = await asking.get(`${at}/model/file?site=${site}&format=json`)
    return JSON.stringify(body)
  }

  it('are read by a model that is sent, and that of the collection stays', async () => {
    const text = (await modelText()).replaceAll('"name":"length"', '"name":"meters"')
    const { classes } = JSON.parse(text) as { classes: { name: string; pages: number }[] }
    const { name } = classes.toSorted((a, b) => b.pages - a.pages)[0]!
    const task = await written({ format: 'jsonl', class: name, model: { name: 'mine.json', text } })
    expect([task.state, task.message]).toEqual(['done', `${BOATS} records of 1 class`])
    const names = (await asking.get(`${at}/exports`)).body.map((each: { name: string }) => each.name)
    const file = names.find((each: string) => each.endsWith(`${name}.jsonl`))
    const { body } = await asking.get(`${at}/exports/file?name=${encodeURIComponent(file)}`)
    const first = JSON.parse(body.split('\n')[0])
    expect(JSON.stringify(first)).toMatch(/"meters":\d+\.5/)
    expect(await modelText()).toContain('"name":"length"')
  })

  it('a class that the model does not read is named, and those that it does', async () => {
    const task = await written({ format: 'csv', class: 'ships', model: { text: await modelText() } })
    expect([task.state, task.message]).toEqual([
      'failed',
      expect.stringMatching(/^the model reads no class ships: those with fields are /),
    ])
  })

  it('what is wrong with a model is told with line and column, before anything starts', async () => {
    const sent = (text: string) => problemOf('/exports/records', { model: { name: 'boats.csv', text } })
    expect(await sent('item,string,//h1,name\nitem,string,//h1[,title\n')).toMatch(
      /^400 boats\.csv:2:\d+: .*XPath/,
    )
    expect(await sent('{"format": 7}')).toMatch(/^400 boats\.csv is not a model/)
    expect(await sent('')).toBe('400 model.text: the file is empty')
    expect(await sent('x'.repeat(17 * 2 ** 20))).toMatch(/^400 model\.text: the file is too long/)
    expect(await sent('x'.repeat(33 * 2 ** 20))).toMatch(/^400 the request is too long/)
  })
})

describe('a trace', () => {
  const TRACE = `# span 60 days\n${Array.from({ length: 30 }, (_, i) => `${i},${i + 10},${i + 20}`).join('\n')}\n`
  const order = { budgets: ['5d'], policies: ['uniform', 'value'] }
  const compared = async (trace: { name?: string; text: string }) => {
    const { body: started } = await asking.send('POST', `${at}/lab`, { ...order, trace })
    expect(started).toMatchObject({ state: 'running', order: { world: null } })
    expect(JSON.stringify(started)).not.toContain('span 60')
    const latest = async () => (await asking.get(`${at}/lab`)).body
    await expect.poll(async () => (await latest()).state, { timeout: 30_000 }).not.toBe('running')
    return latest()
  }

  it('is what policies are compared on, whatever it is called; the report can be kept', async () => {
    const { state, runs, order } = await compared({ name: '../--json/été.csv', text: TRACE })
    expect([state, order.trace]).toEqual(['done', '../--json/été.csv'])
    expect(runs).toMatchObject([{ every: 5, comparison: { pages: 30, spanDays: 60 } }])
    const { body, headers } = await asking.get(`${at}/lab/report`)
    expect(body).toMatch(/^<!doctype html>/i)
    expect(headers.get('content-disposition')).toBe('attachment; filename="harbor-lab.html"')
  })

  it('that is wrong is told with its line, under its own name', async () => {
    expect(await compared({ name: 'mine.csv', text: '1,2\n3,soon\n' })).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^(tidewatch: )?mine\.csv, line 2: “soon” is no time in days/),
    })
    expect((await asking.get(`${at}/lab/report`)).body.problem).toMatch(/no comparison is done/)
    expect(await problemOf('/lab', { ...order, world: 'P1', trace: { text: TRACE } })).toBe(
      '400 trace: choose a world or a trace, not both',
    )
    expect((await asking.send('POST', `${at}/lab`, { ...order, trace: { text: TRACE } }, {})).status).toBe(
      401,
    )
  })

  it('of a length that nobody says is read no further than it may be', async () => {
    const status = await new Promise<string>((resolve, reject) => {
      const sending = request(`${asking.base}${at}/seeds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${asking.token}`, 'transfer-encoding': 'chunked' },
      })
      let sent = 0
      const more = () => {
        while (sent < 64 && sending.write(' '.repeat(2 ** 20))) sent++
      }
      sending.on('drain', more).on('error', reject)
      sending.on('response', answer => {
        answer.setEncoding('utf8').once('data', text => {
          resolve(`${answer.statusCode} ${sent < 64} ${text}`)
          sending.destroy()
        })
      })
      more()
    })
    expect(status).toMatch(/^400 true .*too long/)
  })
})
