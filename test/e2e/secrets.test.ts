/** Secrets planted by every way they can come in: crawled, crawled again, exported, listed; then all bytes are searched for them. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { start, temporaryFolder } from './shell.ts'

const secret = (name: string) => `planted-${name}-8f3a`

/** Read from the environment. */
const VARIABLES = {
  BASIC_USER: secret('basic-user'),
  BASIC_PASSWORD: secret('basic password/1'),
  BEARER: secret('bearer'),
  COOKIE: secret('cookie'),
  API_KEY: secret('api-key'),
  PLAIN_HEADER: secret('plain-header'),
  LOGIN_USER: secret('login-user'),
  LOGIN_PASSWORD: secret('login password&2'),
  PROXY_USER: secret('proxy-user'),
  PROXY_PASSWORD: secret('proxy-password'),
  DOOR_PASSWORD: secret('door-password'),
}

/** Written into the config, or chosen by servers. */
const OTHERS = {
  literalPassword: secret('literal-password'),
  literalToken: secret('literal-token'),
  literalHeader: secret('literal-header'),
  literalField: secret('literal-field'),
  literalDoor: secret('literal-door'),
  literalProxy: secret('literal-proxy'),
  seedUser: secret('seed-user'),
  serverCookie: secret('server-cookie'),
  sessionCookie: secret('session-cookie'),
  doorCookie: secret('door-cookie'),
  redirectUser: secret('redirect-user'),
  database: secret('database'),
}

/** Stands in a page, whose bytes are kept as they came: searched for everywhere else. */
const IN_PAGE = secret('link-user')

const ALL = [...Object.values(VARIABLES), ...Object.values(OTHERS)]

async function listening(server: Server, address: string): Promise<number> {
  server.listen(0, address)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** What servers were told, to see that the secrets were really used. */
class Told {
  text = ''

  note(request: IncomingMessage): void {
    this.text += request.rawHeaders.join(' ')
    const [, pair] = /Basic (\S+)/.exec(this.text.slice(-2_000)) ?? []
    if (pair) this.text += Buffer.from(pair, 'base64').toString()
    request.on('data', chunk => (this.text += chunk))
  }
}

/** Every page sets a cookie and says in a header what it was told in one. */
function startOrigin(told: Told): Promise<number> {
  const server = createServer((request, response) => {
    const { headers, url = '/' } = request
    told.note(request)
    const door = headers.cookie?.includes(OTHERS.doorCookie)
    const cookies = [`track=${OTHERS.serverCookie}; Path=/`]
    if (request.method === 'POST')
      cookies.push(
        url === '/door' ? `door=${OTHERS.doorCookie}` : `session=${OTHERS.sessionCookie}; HttpOnly`,
      )
    response.setHeader('set-cookie', cookies)
    response.setHeader('x-echo', headers['x-api-key'] ?? '')
    response.setHeader('content-type', 'text/html')
    if (url === '/robots.txt') return void response.writeHead(404).end()
    if (url === '/moved')
      return void response.writeHead(302, { location: `http://u:${OTHERS.redirectUser}@a.test/target` }).end()
    const form = door
      ? ''
      : '<form id=door method=post action=/door><input name=u><input name=p type=password></form>'
    const login = '<form method=post action=/login><input name=user><input name=pin></form>'
    const links = `<a href=/moved>m</a> <a href="http://u:${IN_PAGE}@a.test/linked">l</a>`
    response.end(`<title>${url}</title>${form}${url === '/login' ? login : ''}<p>Text of ${url}. ${links}`)
  })
  return listening(server, '0.0.0.0')
}

/** Leads every tunnel to the origin, and asks who is there. */
async function startProxy(port: number, told: Told): Promise<number> {
  const proxy = createServer()
  proxy.on('connect', (request: IncomingMessage, client) => {
    told.note(request)
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [upstream, client]) socket.on('error', () => {})
  })
  return listening(proxy, '127.0.0.9')
}

const variable = (name: keyof typeof VARIABLES) => `\${${name}}`

async function writeConfig(folder: string, told = new Told()): Promise<string> {
  const port = await startOrigin(told)
  const proxy = `127.0.0.9:${await startProxy(port, told)}`
  const model = join(folder, 'model.csv')
  const form = `"//form[@id=""door""],.//input[1]:reader,.//input[2]:${variable('DOOR_PASSWORD')}"`
  await writeFile(model, `home,link,//a,page,list\nhome,form,${form}\n`)
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `${name}.test`)
  const config = {
    seeds: [`http://u:${OTHERS.seedUser}@a.test/`, ...names.slice(1).map(name => `http://${name}/`)],
    dns: { hosts: Object.fromEntries(names.map((name, n) => [name, `127.0.0.${n + 1}:${port}`])) },
    extract: { model },
    search: 'current',
    patience: '1s',
    threads: 1,
    request: {
      delay: 0,
      allowPrivate: true,
      headers: {
        Cookie: `mine=${variable('COOKIE')}`,
        'X-Api-Key': variable('API_KEY'),
        'X-Plain': `v1 ${variable('PLAIN_HEADER')}`,
        'X-Auth-Token': OTHERS.literalHeader,
      },
      auth: [
        {
          origin: 'http://a.test',
          basic: { user: variable('BASIC_USER'), password: variable('BASIC_PASSWORD') },
        },
        {
          origin: 'http://b.test',
          form: {
            action: '/login',
            fields: { user: variable('LOGIN_USER'), pin: variable('LOGIN_PASSWORD') },
          },
        },
        { origin: 'http://c.test', bearer: variable('BEARER') },
        { origin: 'http://d.test', basic: { user: 'me', password: OTHERS.literalPassword } },
        { origin: 'http://e.test', bearer: OTHERS.literalToken },
        { origin: 'http://e.test', headers: { 'X-Door': OTHERS.literalDoor } },
        { origin: 'http://f.test', form: { action: '/login', fields: { pin: OTHERS.literalField } } },
      ],
      egress: [
        { proxy: `http://${variable('PROXY_USER')}:${variable('PROXY_PASSWORD')}@${proxy}` },
        { proxy: `http://me:${OTHERS.literalProxy}@${proxy}` },
      ],
    },
  }
  const file = join(folder, 'config.json')
  await writeFile(file, JSON.stringify(config))
  return file
}

/** Runs commands and keeps what they say. */
class Listener {
  said = ''

  async run(words: readonly string[]): Promise<number | null> {
    const { code, stdout, stderr } = await start(words).ended
    this.said += stdout + stderr
    return code
  }
}

/** What a file holds, unpacked. */
function contentOf(path: string, bytes: Buffer): Buffer {
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const path of await readdir(folder, { recursive: true })) {
    const file = join(folder, path)
    if ((await stat(file)).isFile()) files.set(path, contentOf(path, await readFile(file)))
  }
  return files
}

type Row = Readonly<Record<string, unknown>>

/** All values of all tables, unpacked. */
function textOf(rows: readonly Row[]): string {
  return rows
    .flatMap(row => Object.values(row))
    .map(value => (value instanceof Uint8Array ? unpacked(Buffer.from(value)) : String(value)))
    .join('\n')
}

function unpacked(bytes: Buffer): string {
  const isPacked = bytes.length > 4 && bytes.readUInt32LE(0) === 0xfd2fb528
  return (isPacked ? zstdDecompressSync(bytes) : bytes).toString('latin1')
}

function sqliteText(folder: string): string {
  const database = new Database(join(folder, 'tidewatch.db'), { readonly: true })
  // A virtual table gives nothing back of itself: what it keeps stands in tables of its own.
  const tables = database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'virtual'")
    .pluck()
    .all() as string[]
  const text = tables
    .map(table => textOf(database.prepare(`SELECT * FROM "${table}"`).all() as Row[]))
    .join('\n')
  database.close()
  return text
}

async function postgresText(url: string, schema: string): Promise<string> {
  const sql = postgres(url, { max: 1 })
  const tables = await sql`SELECT tablename FROM pg_tables WHERE schemaname = ${schema}`
  const texts: string[] = []
  for (const { tablename } of tables)
    texts.push(textOf(await sql.unsafe(`SELECT * FROM ${schema}."${tablename}"`)))
  await sql.end()
  return texts.join('\n')
}

const found = (text: string | Buffer) => ALL.filter(each => spellings(each).some(one => text.includes(one)))
const spellings = (text: string) => [
  text,
  encodeURIComponent(text),
  new URLSearchParams({ '': text }).toString().slice(1),
  Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -2),
]

let server: TestPostgres
beforeAll(async () => {
  Object.assign(process.env, VARIABLES)
  server = await startTestPostgres()
})
afterAll(async () => {
  for (const name of Object.keys(VARIABLES)) delete process.env[name]
  await server?.stop()
})

describe.each(['sqlite', 'postgres'])('%s', kind => {
  it('keeps no secret, writes none and shows none', async () => {
    const folder = await temporaryFolder()
    const told = new Told()
    const config = await writeConfig(await temporaryFolder(), told)
    const schema = `s${process.pid}`
    const isSqlite = kind === 'sqlite'
    const url = `${server.url.replace('@', `:${OTHERS.database}@`)}?schema=${schema}`
    const collection = isSqlite ? join(folder, 'collection') : url
    const archive = join(folder, 'archive')
    const shared = ['-c', collection, '--archive', archive, '--log', 'debug']
    const listener = new Listener()

    expect(await listener.run(['crawl', '--config', config, ...shared])).toBe(0)
    expect(await listener.run(['recrawl', '--all', '--config', config, ...shared])).toBe(0)
    for (const command of ['pages', 'hosts', 'errors', 'plan', 'doctor'])
      await listener.run([command, ...shared])
    for (const page of ['http://a.test/', 'http://unknown.test/'])
      await listener.run(['history', page, ...shared])
    // The index holds single words, packed, so that it has to be asked for those of the secrets.
    for (const word of ['text', 'planted', '8f3a']) {
      const { code, stdout } = await start(['search', word, '--json', ...shared]).ended
      expect([word, code, stdout !== '']).toEqual([word, 0, word === 'text'])
    }
    // Without the config, the credentials are missing, and it says so.
    expect(await listener.run(['recrawl', '--all', ...shared])).toBe(2)
    await listener.run(['pages', '-c', url.replace(/:\d+\//, ':1/')])
    const out = join(folder, 'out')
    await mkdir(out)
    for (const [format, name] of [
      ['warc', 'warcs'],
      ['wacz', 'all.wacz'],
      ['trec', 'all.trec'],
      ['csv', 'all.csv'],
      ['jsonl', 'all.jsonl'],
    ])
      expect(await listener.run(['export', format!, '--out', join(out, name!), ...shared])).toBe(0)
    await promisify(execFile)('python3', [
      '-m',
      'zipfile',
      '-e',
      join(out, 'all.wacz'),
      join(out, 'unzipped'),
    ])

    const { seedUser: _seed, redirectUser: _redirect, database: _database, ...used } = OTHERS
    for (const each of [...Object.values(VARIABLES), ...Object.values(used)])
      expect([each, spellings(each).some(one => told.text.includes(one))]).toEqual([each, true])

    const files = await filesIn(folder)
    const records = [...files].filter(([path]) => path.includes('.warc')).map(([, bytes]) => bytes)
    expect(records.length).toBeGreaterThan(2)
    const written = Buffer.concat(records).toString('latin1')
    // They were sent, and the records say that something was.
    for (const name of ['Authorization', 'Cookie', 'X-Api-Key', 'X-Plain', 'set-cookie', 'x-echo'])
      expect(written).toMatch(new RegExp(`${name}: [^\\r\\n]*\\[redacted\\]`))
    for (const [path, bytes] of files) expect([path, found(bytes)]).toEqual([path, []])
    const stored = isSqlite ? sqliteText(collection) : await postgresText(server.url, schema)
    expect(stored).toContain('http://a.test/target')
    expect(found(stored)).toEqual([])
    expect(found(listener.said)).toEqual([])
    for (const text of [stored, listener.said]) expect(text).not.toContain(IN_PAGE)
  })
})

it('makes a collection that its owner alone can read', async () => {
  const folder = await temporaryFolder()
  const config = await writeConfig(await temporaryFolder())
  const collection = join(folder, 'collection')
  const running = start(['crawl', '--config', config, '-c', collection])
  await running.ended
  const modes = await Promise.all(
    [collection, join(collection, 'tidewatch.db'), join(collection, 'tidewatch.lock')].map(
      async path => (await stat(path)).mode & 0o777,
    ),
  )
  expect(modes.map(mode => mode.toString(8))).toEqual(['700', '600', '600'])
  const database = new Database(join(collection, 'tidewatch.db'))
  database.exec('CREATE TABLE IF NOT EXISTS probe (x); DROP TABLE probe')
  for (const name of ['tidewatch.db-wal', 'tidewatch.db-shm'])
    expect([name, (await stat(join(collection, name))).mode & 0o777]).toEqual([name, 0o600])
  database.close()
})
