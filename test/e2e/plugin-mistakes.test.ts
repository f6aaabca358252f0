/** Plug-ins that say what makes no sense: each is reported with its name, and every page is stored all the same. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Collection, type ConfigInput, type Plugin } from '../../src/index.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

/** As a program in JavaScript would write it: no compiler looks at the values. */
type Wrong = (stage: never, context: never) => unknown
const inRequest = (request: Wrong) => ({ name: 'wrong', request }) as unknown as Plugin
const inResponse = (response: Wrong) => ({ name: 'wrong', response }) as unknown as Plugin
const inQueue = (queue: Wrong) => ({ name: 'wrong', queue }) as unknown as Plugin
const call =
  (name: string, value: unknown) => (_: unknown, context: Record<string, (value: unknown) => void>) =>
    context[name]!(value)
const set = (name: string, value: unknown) => (of: object) => void Object.assign(of, { [name]: value })
const header = (name: unknown, value: unknown) => (request: { headers: Map<unknown, unknown> }) =>
  void request.headers.set(name, value)

function configFor(seed: string): ConfigInput {
  const request = { delay: 0, allowPrivate: true, retries: 0 } as const
  return { seeds: [seed], request, scope: { soft404: false, sitemaps: false }, patience: 0 }
}

const MISTAKES: readonly [Plugin, RegExp][] = [
  [inQueue(call('setPriority', Number.NaN) as Wrong), /queue stage: a priority must be a number, not NaN/],
  [inQueue(call('setPriority', '5') as Wrong), /a priority must be a number, not "5"/],
  [inQueue(call('visitAt', 'tomorrow') as Wrong), /visitAt\(\) needs milliseconds since the epoch or null/],
  [inQueue(call('visitAt', Number.NaN) as Wrong), /not NaN/],
  [inQueue(call('add', null) as Wrong), /add\(\) needs an address, not null/],
  [inRequest(set('url', '/n/3') as Wrong), /request.url must be a whole address, not "\/n\/3"/],
  [inRequest(set('method', 'DELETE') as Wrong), /request.method must be GET or POST, not "DELETE"/],
  [inRequest(set('headers', {}) as Wrong), /request.headers must stay the map that it was/],
  [inRequest(header('x', undefined) as Wrong), /undefined cannot be the value of the header x/],
  [inRequest(header('x', 'a\nb') as Wrong), /cannot be the value of the header x/],
  [inRequest(header(5, 'x') as Wrong), /5 cannot be the name of a header/],
  [inResponse((({ fields }: Record<string, object>) => Object.assign(fields!, { n: 10n })) as Wrong), /JSON/],
  [inResponse(set('fields', null) as Wrong), /visit.fields must stay an object/],
  [inResponse(set('changed', 'maybe') as Wrong), /visit.changed must be true or false, not "maybe"/],
]

it.each(MISTAKES.map(([plugin, words]) => [words.source, plugin, words] as const))(
  '%s',
  async (_, plugin, words) => {
    const at = await answering(({ url, method }, response) => {
      response.setHeader('content-type', 'text/html')
      const text = `<title>${url}</title><p>words of ${url}, asked by ${method}`
      response.end(url === '/' ? `${text}<a href=/1>1</a><a href=/2>2</a>` : text)
    })
    await using collection = await Collection.open(join(await temporaryFolder(), 'data'), { mode: 'write' })
    const right: Plugin = { name: 'right', response: ({ fields, url }) => void (fields.path = url.pathname) }
    await collection.crawl(configFor(at('/')), { plugins: [right, plugin] })
    const paths: unknown[] = []
    for await (const page of collection.pages({ status: 'completed' }))
      paths.push(((await page.fields()) as Record<string, unknown>).path)
    expect(paths.sort()).toEqual(['/', '/1', '/2'])
    const said: string[] = []
    for await (const { kind, subject, message } of collection.events())
      said.push(`${kind} ${subject}: ${message}`)
    expect(said.length).toBeGreaterThanOrEqual(3)
    for (const sentence of said) {
      expect(sentence).toMatch(/^plugin-failed wrong/)
      expect(sentence).toMatch(words)
    }
  },
)

it.each([
  ['an exclusion without a reason', inQueue(call('exclude', undefined) as Wrong), 'a plug-in gave no reason'],
  ['an error for a reason', inQueue(call('exclude', new Error('no room')) as Wrong), 'no room'],
  ['a veto without a reason', inRequest(call('veto', null) as Wrong), 'a plug-in gave no reason'],
  ['a rejection by an object', inResponse(call('reject', {}) as Wrong), 'a plug-in gave no reason'],
])('%s means what it says', async (_, plugin, reason) => {
  const at = await answering((_request, response) => void response.end('<a href=/1>1</a>'))
  await using collection = await Collection.open(join(await temporaryFolder(), 'data'), { mode: 'write' })
  await collection.crawl(configFor(at('/')), { plugins: [plugin] })
  const reasons = new Set<string | null>()
  for await (const page of collection.pages()) if (page.status !== 'completed') reasons.add(page.reason)
  expect([...reasons]).toEqual([reason])
})

it('an error that nothing waits for ends the run, and is told with its place', async () => {
  const at = await answering((_request, response) => void response.end('<p>words'))
  const folder = await temporaryFolder()
  const plugin = join(folder, 'stray.js')
  await writeFile(
    plugin,
    `export default {
  name: 'stray',
  response() {
    Promise.reject(new Error('nobody waits'))
  },
}`,
  )
  const config = { ...configFor(at('/')), plugins: [plugin] }
  await writeFile(join(folder, 'c.json'), JSON.stringify(config))
  const said = await tidewatch('crawl', '--config', join(folder, 'c.json'), '-c', join(folder, 'data'))
  expect([said.code, said.stderr]).toEqual([
    1,
    `tidewatch: ${plugin}:4 failed where nothing waited for it, in a timer or a promise of its own: nobody waits\n`,
  ])
})

it('a plug-in without a name, or without a method, is refused before anything is requested', async () => {
  await using collection = await Collection.open(await temporaryFolder(), { mode: 'write' })
  const crawl = (plugin: unknown) =>
    collection.crawl({ seeds: ['http://a.test/'] }, { plugins: [plugin as Plugin] })
  await expect(crawl({ request: () => {} })).rejects.toThrow('one of the plug-ins has no name')
  await expect(crawl({ name: 'idle' })).rejects.toThrow('has none of the methods request, response, queue')
  await expect(
    collection.crawl({ seeds: ['http://a.test/'] }, { on: { default: 5 as never } }),
  ).rejects.toThrow('what is to handle "default" is not a function')
})
