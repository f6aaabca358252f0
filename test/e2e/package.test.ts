/** The package as others get it: packed, unpacked into an empty project, used from JavaScript and from TypeScript. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { API_FILE, apiText } from '../../scripts/api.ts'
import { connect } from '../../src/client/index.ts'
import { editableSite } from './editable.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc')
const VITE = join(ROOT, 'node_modules', '.bin', 'vite')
const project = mkdtempSync(join(tmpdir(), 'tidewatch-package-'))
const installed = join(project, 'node_modules', 'tidewatch')
const run = promisify(execFile)
/** Not the test's own process: it holds the site that is crawled. */
const node = (...words: string[]) => run(process.execPath, words, { cwd: project, encoding: 'utf8' })

/** A dependency of this checkout, without a registry. What it needs itself is found where it really stands. */
function link(name: string): void {
  const place = join(project, 'node_modules', name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules', name), place)
}

function command(word: string, ...words: string[]): void {
  const { status, stdout, stderr } = spawnSync(word, words, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${word} ${words.join(' ')} failed:\n${stdout}${stderr}`)
}

beforeAll(() => {
  // Built beside the checkout, so that no other test sees half a build.
  const source = join(project, 'source')
  mkdirSync(source)
  for (const name of ['package.json', 'LICENSE', 'README.md', 'bin', 'docs', 'examples'])
    cpSync(join(ROOT, name), join(source, name), { recursive: true })
  command(TSC, '-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(source, 'dist'))
  const web = ['--config', join(ROOT, 'web', 'vite.config.ts'), '--outDir', join(source, 'dist', 'web')]
  command(VITE, 'build', ...web, '--logLevel', 'warn')
  command('npm', 'pack', source, '--ignore-scripts', '--pack-destination', project)
  mkdirSync(installed, { recursive: true })
  command('tar', '-xzf', join(project, 'tidewatch-0.1.0.tgz'), '-C', installed, '--strip-components=1')
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) link(name)
  writeFileSync(join(project, 'package.json'), '{"type": "module"}')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the packed package', () => {
  it('holds no sources and no tests', () => {
    expect(existsSync(join(installed, 'src'))).toBe(false)
    const files = spawnSync('find', [installed, '-name', '*.test.*'], { encoding: 'utf8' }).stdout
    expect(files.split('\n').filter(file => file.includes('/dist/'))).toEqual([])
  })

  it('crawls and reads from JavaScript', async () => {
    const site = await editableSite({
      '/': '<title>Home</title><a href="/a">a</a>',
      '/a': '<title>A</title>first',
    })
    const program = `
      import { Collection, definePlugin } from 'tidewatch'
      const plugin = definePlugin({ name: 'loud', response: visit => { visit.fields.loud = visit.title?.toUpperCase() } })
      const site = await Collection.open('./data', { mode: 'write' })
      await site.crawl(
        { seeds: [process.argv[2]], patience: '1s', threads: 1, request: { delay: 0, allowPrivate: true } },
        { plugins: [plugin] },
      )
      for await (const page of site.pages({ status: 'completed' }))
        console.log(page.title, await page.text(), (await page.fields()).loud)
      await site.close()`
    writeFileSync(join(project, 'crawl.js'), program)
    const { stdout } = await node('crawl.js', site.url('/'))
    expect(stdout.trim().split('\n').sort()).toEqual(['A first A', 'Home a HOME'])
  })

  it('has its parts under their own names', async () => {
    const program = `
      import { parseRobots } from 'tidewatch/robots'
      import { compileXPath, parseTree } from 'tidewatch/xpath'
      import { textDiff } from 'tidewatch/change'
      import { inferSite } from 'tidewatch/site'
      import { WORLD_NAMES } from 'tidewatch/lab'
      import { connect } from 'tidewatch/client'
      const price = compileXPath('//b').xpath.texts(parseTree('<p>costs <b>7</b>').root)
      const { allowed } = parseRobots('User-agent: *\\nDisallow: /x').check('me', 'https://a.example/x')
      console.log(price, allowed, textDiff('<p>a b c', '<p>a b d').length, typeof inferSite, WORLD_NAMES.length > 5)
      await connect({ url: 'http://127.0.0.1:9/' }).collections().catch(problem => console.log(problem.message))`
    writeFileSync(join(project, 'parts.js'), program)
    expect((await node('parts.js')).stdout).toBe(
      "[ '7' ] false 1 function true\nhttp://127.0.0.1:9 does not answer\n",
    )
  })

  it('says what to install when an extra is missing', async () => {
    const program = `
      import { Collection } from 'tidewatch'
      await Collection.open('postgres://localhost/none').catch(error => console.log(error.message))`
    writeFileSync(join(project, 'extra.js'), program)
    expect((await node('extra.js')).stdout).toBe(
      'a collection in PostgreSQL needs the package postgres: install it with "npm install postgres"\n',
    )
  })

  it('runs its command', async () => {
    const { stdout } = await run(join(installed, 'bin', 'tidewatch'), ['--version'], { encoding: 'utf8' })
    expect(stdout.trim()).toBe('0.1.0')
  })

  it('serves the dashboard without a build, and works on collections', async () => {
    const words = ['serve', '--port', '0', '--home', join(project, 'home')]
    const server = spawn(join(installed, 'bin', 'tidewatch'), words, { cwd: project })
    onTestFinished(async () => {
      const ended = new Promise(resolve => server.once('close', resolve))
      server.kill('SIGINT')
      await ended
    })
    const address = await new Promise<string>(resolve =>
      server.stdout.once('data', bytes => resolve(String(bytes).trim())),
    )
    const page = await (await fetch(address)).text()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? []
    expect((await fetch(new URL(script, address))).headers.get('content-type')).toContain('javascript')
    const client = connect({ url: address })
    await client.createCollection({ name: 'new', config: { seeds: ['https://a.example/'] } })
    await client.examine('new', {})
    const state = async () => (await client.tasks('new')).map(task => [task.state, task.message])
    await expect.poll(state).toEqual([['done', expect.stringMatching(/^no problems/)]])
  })

  it('compiles from strict TypeScript, its own declarations included', () => {
    link('@types/node')
    link('undici-types')
    writeFileSync(
      join(project, 'use.ts'),
      `import { Collection, type Page, type Visit } from 'tidewatch'
import { parseRobots } from 'tidewatch/robots'
import { compileXPath } from 'tidewatch/xpath'
import { worldNamed } from 'tidewatch/lab'
import { inferSite } from 'tidewatch/site'
import { decide } from 'tidewatch/change'
import { connect, type PageChange } from 'tidewatch/client'

export async function titles(folder: string): Promise<string[]> {
  const collection = await Collection.open(folder)
  const found: string[] = []
  for await (const page of collection.pages({ changedSince: new Date(0) })) found.push(page.title ?? page.url)
  await collection.close()
  return found
}
export const price = (visit: Visit): unknown => visit.record?.price
export const age = (page: Page): number | null => page.fetchedAt && Number(page.fetchedAt)
export const changes = async (url: string): Promise<readonly PageChange[]> => (await connect({ url }).changes('news')).rows
export const parts = [parseRobots, compileXPath, worldNamed, inferSite, decide]
`,
    )
    const options = { strict: true, module: 'nodenext', target: 'es2024', types: ['node'], noEmit: true }
    const config = { compilerOptions: { ...options, skipLibCheck: false }, files: ['use.ts'] }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = spawnSync(TSC, ['-p', project, '--pretty', 'false'], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})

it('its public types are those that docs/api.d.ts holds (npm run docs:api writes it)', () => {
  expect(apiText()).toBe(readFileSync(API_FILE, 'utf8'))
})
