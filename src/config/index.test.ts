import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_TYPES } from '../document/converted-types.ts'
import { readConfig } from './config-file.ts'
import { type ConfigInput, configFrom } from './index.ts'

const settingsOf = (input: ConfigInput) => configFrom(input, { folder: '/home/me', cores: 4 }).settings

describe('defaults', () => {
  test('an empty config is complete', () => {
    expect(settingsOf({})).toEqual({
      seeds: [],
      seedDepth: 0,
      canonical: {
        sortQuery: false,
        dropParams: [],
        keepParams: [],
        stripSessionIds: true,
        stripTracking: true,
        hashRoutes: false,
      },
      scope: {
        schemes: ['http', 'https'],
        include: [],
        exclude: [],
        seedHosts: [],
        fileRoots: [],
        limits: { urlLength: 2000, pathDepth: 20, repeatedSegments: 3, queryParameters: 16 },
      },
      minResemblance: null,
      learnsUrls: true,
      pages: null,
      perHost: null,
      sitemapsPerHost: 5_000,
      leftOut: [],
      patterns: [],
      accessibility: null,
      types: ['text/html', 'application/xhtml+xml', 'text/plain', ...DOCUMENT_TYPES],
      order: 'breadth',
      topics: [],
      forms: null,
      sitemaps: true,
      guessesSitemaps: false,
      feeds: true,
      resources: false,
      follow: [],
      mentions: false,
      soft404: true,
      walls: true,
      yieldRule: true,
      dateRule: true,
      hiddenRule: true,
      request: {
        agent: 'tidewatch',
        profiles: [
          {
            accept: 'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
            acceptLanguage: '*',
            userAgent: 'tidewatch/0.1',
          },
        ],
        headers: {},
        delayMs: 1000,
        delays: [],
        perServer: 1,
        politeness: 'server',
        timeoutMs: 30_000,
        connectTimeoutMs: 10_000,
        maxBodyBytes: 2_097_152,
        retries: 3,
        retryDelayMs: 5000,
        robotsOverrides: [],
        cookies: 'session',
        auth: [],
        http2: true,
        verifyTls: true,
        allowPrivate: false,
        egress: [],
        formOrigins: [],
      },
      dns: { alarmShare: 0.5, window: 200, least: 20 },
      limits: { connections: 256, bytesPerSecond: null, servers: 1000, leaseMs: 60_000, parseMs: 10_000 },
      archive: {
        compression: 'gzip',
        level: 2,
        dictionaries: false,
        folder: null,
        bucket: null,
        rotateBytes: 1_073_741_824,
        cookies: false,
        complete: false,
      },
      search: 'off',
      change: {
        level: 'content',
        threshold: 0,
        ignore: 'auto',
        ignoreRegions: [],
        countRegions: [],
        doubleFetch: false,
        rules: [],
      },
      render: {
        pages: 'never',
        rules: [],
        tabs: 4,
        timeoutMs: 30_000,
        waitMs: 5_000,
        scrolls: 0,
        rejectsConsent: true,
        presses: false,
        pictures: 'none',
        maxRequests: 200,
        maxBytes: 32 * 1024 * 1024,
        maxPageBytes: 1024 ** 3,
        blocked: ['image', 'font', 'media'],
        blocksTrackers: true,
        browser: null,
        sandbox: true,
      },
      refresh: {
        policy: 'value',
        objective: 'harmonic',
        step: { first: 1, longer: 2, shorter: 4, shortest: 1, longest: 30 },
        classes: [],
        budget: null,
        intervalMs: 604_800_000,
        bounds: [600_000, 7_776_000_000],
        rules: [],
        goals: [],
        discover: 'auto',
        explore: 0.01,
        changes: { text: 1, structure: 1 },
        signals: true,
        websub: null,
        habits: true,
        cycleMs: null,
        publish: 'in-place',
      },
      threads: 3,
      usualThreads: 3,
      pluginTimeoutMs: 5000,
      patienceMs: 60_000,
      secrets: [],
      weights: [],
      model: { kind: 'kept' },
    })
  })

  test('threads leave a core for the main thread, but a page that takes long never stops all others', () => {
    const threadsOn = (cores: number, threads: number | 'auto' = 'auto') => {
      const { settings } = configFrom({ threads }, { cores })
      return [settings.threads, settings.usualThreads]
    }
    expect([1, 2, 3, 8].map(cores => threadsOn(cores))).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [7, 7],
    ])
    expect(threadsOn(2, 4)).toEqual([4, 4])
  })

  test('empty groups count as missing', () => {
    const text =
      'scope:\n  # depth: 3\n  limits:\n  traps:\nrequest:\nurl:\ndns:\nlimits:\narchive:\nrefresh:\n'
    expect(readConfig(text, 'a.yaml').settings).toEqual(readConfig('', 'a.yaml').settings)
  })

  test('knows merge keys, which many people use with anchors', () => {
    const text = 'request: &usual {delay: 3s, retries: 2}\nlimits: {}\n'
    const rest = 'scope:\n  <<: &near {depth: 2}\n  limits: {}\n'
    const { settings } = readConfig(`${text}${rest}`, 'a.yaml')
    expect(settings.scope.depth).toBe(2)
    expect(() => readConfig('scope: &s {depth: 1}\nrequest:\n  <<: *s\n', 'a.yaml')).toThrow(
      'a.yaml:2:1: request.depth is not a known key',
    )
  })

  test('the name of the file is the default name', () => {
    expect(readConfig('', 'sites/birds.yaml').name).toBe('birds')
    expect(readConfig('name: fish', 'sites/birds.yaml').name).toBe('fish')
    expect(configFrom({}).name).toBe('collection')
  })
})

describe('refreshing', () => {
  test('WebSub needs a public callback address and one to listen on', () => {
    const of = (callback: string, listen: string) =>
      settingsOf({ refresh: { websub: { callback, listen } } }).refresh.websub
    expect(of('https://a.example/push', '127.0.0.1:8088')).toEqual({
      callback: 'https://a.example/push/',
      listen: { address: '127.0.0.1', port: 8088 },
    })
    expect(of('http://a.example/', '[::1]:80')!.listen).toEqual({ address: '::1', port: 80 })
    expect(() => of('a.example', '127.0.0.1:8088')).toThrow(/a public web address such as/)
    expect(() => of('https://a.example/', '8088')).toThrow(/an address and a port such as/)
    expect(() => of('https://a.example/', '127.0.0.1:99999')).toThrow(/an address and a port such as/)
  })

  test('budgets are fetches or bytes in any span', () => {
    const budget = (text: string) => settingsOf({ refresh: { budget: text } }).refresh.budget
    expect(budget('20000/day')).toEqual({ unit: 'fetches', perDay: 20_000 })
    expect(budget('100/minute')).toEqual({ unit: 'fetches', perDay: 144_000 })
    expect(budget('1 GiB/week')).toEqual({ unit: 'bytes', perDay: 1024 ** 3 / 7 })
    expect(budget('auto')).toBeNull()
  })

  test('a policy is a name or a module beside the config', () => {
    const text = 'refresh: {policy: ./mine.ts}'
    const config = readConfig(text, '/etc/birds/a.yaml')
    expect(config.settings.refresh.policy).toBe('/etc/birds/mine.ts')
    expect(configFrom(config.source).settings.refresh.policy).toBe('/etc/birds/mine.ts')
    expect(settingsOf({ refresh: { policy: 'step' } }).refresh.policy).toBe('step')
  })

  test('weights come from patterns and from tables', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidewatch-weights-'))
    const table = join(folder, 'w.csv')
    writeFileSync(table, 'address,weight\n# comment\nhttps://a.example/x?b,3\r\n\n"a.example/y";0.5\n')
    const { weights } = settingsOf({ weights: [{ url: { suffix: '.no' }, weight: 2 }, { table }] })
    expect(weights).toEqual([
      { url: { suffix: '.no' }, weight: 2 },
      {
        table: new Map([
          ['https://a.example/x?b', 3],
          ['https://a.example/y', 0.5],
        ]),
      },
    ])
    const analyse = { accessibility: 'static' } as const
    expect(settingsOf({ analyse, weights: [{ accessibility: 'AA<70', weight: 2 }] }).weights).toEqual([
      { accessibility: { level: 'aa', is: 'below', percent: 70 }, weight: 2 },
    ])
    writeFileSync(table, 'https://a.example/,1\nhttps://a.example/,many\n')
    expect(() => settingsOf({ weights: [{ table }] })).toThrow(
      `${table}:2: "many" is not a weight: give a number above 0 behind the address`,
    )
    expect(() => settingsOf({ weights: [{ table: join(folder, 'none.csv') }] })).toThrow(
      /none\.csv cannot be read/,
    )
    rmSync(folder, { recursive: true })
  })
})

describe('what depends on other keys', () => {
  test('sitemaps and feeds are read unless a depth is set', () => {
    expect(settingsOf({ scope: { depth: 2 } })).toMatchObject({
      sitemaps: false,
      feeds: false,
      scope: { depth: 2 },
    })
    expect(settingsOf({ scope: { depth: 2, sitemaps: true } })).toMatchObject({
      sitemaps: true,
      feeds: false,
    })
    expect(settingsOf({ scope: { feeds: false } })).toMatchObject({ sitemaps: true, feeds: false })
  })

  test('one request at a time with a delay, sixteen without', () => {
    expect(settingsOf({ request: { delay: '10ms' } }).request.perServer).toBe(1)
    expect(settingsOf({ request: { delay: 0 } }).request.perServer).toBe(16)
    expect(settingsOf({ request: { delay: 0, perServer: 2 } }).request.perServer).toBe(2)
  })

  test('a connection takes no longer than the whole answer may', () => {
    expect(settingsOf({ request: { timeout: '5s' } }).request.connectTimeoutMs).toBe(5000)
  })

  test('local is true, a host or a domain', () => {
    expect(settingsOf({ scope: { local: true } }).scope.local).toBe('host')
    expect(settingsOf({ scope: { local: 'domain' } }).scope.local).toBe('domain')
    expect(settingsOf({ scope: { local: false } }).scope).not.toHaveProperty('local')
  })

  test('resources bring their types, unless types are listed', () => {
    const types = settingsOf({ scope: { resources: true } }).types
    for (const type of ['text/html', 'text/css', 'image/png', 'text/javascript', 'font/woff2'])
      expect(types).toContain(type)
    expect(settingsOf({ scope: { resources: true, types: ['Text/HTML'] } }).types).toEqual(['text/html'])
  })

  test('the robots token is the part before the slash', () => {
    expect(settingsOf({ request: { userAgent: 'my-bot/2 (+https://a.no)' } }).request.agent).toBe('my-bot')
    expect(
      settingsOf({ request: { userAgent: 'Mozilla/5.0 (my-bot)', agent: 'my-bot' } }).request.agent,
    ).toBe('my-bot')
  })

  test('profiles vary the types first, then the language, then the agent', () => {
    const { profiles } = settingsOf({
      request: {
        userAgent: 'a/1',
        accept: ['t/1', 't/2'],
        acceptLanguage: ['no', 'en'],
        userAgents: ['b/1', 'a/1'],
      },
    }).request
    expect(profiles.map(p => `${p.userAgent} ${p.acceptLanguage} ${p.accept}`)).toEqual([
      ...['a/1 no t/1', 'a/1 no t/2', 'a/1 en t/1', 'a/1 en t/2'],
      ...['b/1 no t/1', 'b/1 no t/2', 'b/1 en t/1', 'b/1 en t/2'],
    ])
  })
})

describe('seeds', () => {
  test('are canonical and have a scheme', () => {
    const { seeds, scope } = settingsOf({
      seeds: [
        'Example.ORG',
        'http://a.no:80/x?utm_source=y#z',
        { sitemap: 'b.no/map.xml' },
        { feed: '//c.no/rss' },
        'localhost:8080/a',
      ],
    })
    expect(seeds).toEqual([
      { kind: 'page', url: 'https://example.org/' },
      { kind: 'page', url: 'http://a.no/x' },
      { kind: 'sitemap', url: 'https://b.no/map.xml' },
      { kind: 'feed', url: 'https://c.no/rss' },
      { kind: 'page', url: 'https://localhost:8080/a' },
    ])
    expect(scope.seedHosts).toEqual(['example.org', 'a.no', 'b.no', 'c.no', 'localhost'])
  })

  test('obey the rules for URLs', () => {
    const seeds = ['https://a.no/?b=1&a=2&utm_source=x']
    const settings = settingsOf({ seeds, url: { sortQuery: true, stripTracking: false, dropParams: ['b'] } })
    expect(settings.seeds[0]!.url).toBe('https://a.no/?a=2&utm_source=x')
  })

  test.each([
    'htp:/x',
    'mailto:me@a.no',
    'https:/x',
    'two words.no',
    'news',
    '',
    '/etc/passwd',
    './a.html',
    'https://',
    'me@a.no',
    'http://a b/',
  ])('%j is no address', seed =>
    expect(() => settingsOf({ seeds: ['a.no', 'b.no', seed] })).toThrow(
      /^seeds\[2\](?:: ".*" is not| must be) a web address/,
    ),
  )
})

describe('the rest of a config', () => {
  test('paths are relative to the config file, also when it is stored and read elsewhere', () => {
    const text =
      'plugins: [./p.ts, /abs/q.ts]\narchive: {folder: warcs}\nscope: {schemes: [file], fileRoots: [docs]}\n' +
      'topics: [{examples: [boat.html]}, {collection: ../ships, class: ship}]'
    const config = readConfig(text, '/home/me/sites/a.yaml')
    expect(config.settings.topics).toMatchObject([
      { examples: ['/home/me/sites/boat.html'] },
      { like: { collection: '/home/me/ships' } },
    ])
    expect(config.plugins).toEqual(['/home/me/sites/p.ts', '/abs/q.ts'])
    expect(config.settings.archive.folder).toBe('/home/me/sites/warcs')
    expect(config.settings.scope.fileRoots).toEqual(['/home/me/sites/docs'])
    const again = configFrom(JSON.parse(JSON.stringify(config.source)), { folder: '/elsewhere' })
    expect(again).toEqual(config)
  })

  test('overrides merge into groups and replace lists', () => {
    const text = 'seeds: [a.no]\nrequest: {delay: 5s, retries: 1}\n'
    const { settings, source } = readConfig(text, 'a.yaml', {
      seeds: ['b.no'],
      request: { delay: '2s' },
      scope: { depth: 1 },
    })
    expect(settings).toMatchObject({
      seeds: [{ url: 'https://b.no/' }],
      request: { delayMs: 2000, retries: 1 },
      scope: { depth: 1 },
    })
    expect(source).toEqual({
      name: 'a',
      seeds: ['b.no'],
      request: { delay: '2s', retries: 1 },
      scope: { depth: 1 },
    })
  })

  test('hosts are separate from the settings', () => {
    const hosts = { 'a.no': '127.0.0.1:8080', '*.b.no': '::1', 'c.no': '[::1]:80', 'd.no': '10.0.0.1' }
    expect(configFrom({ dns: { hosts } }).hosts).toEqual(hosts)
    for (const bad of ['localhost', '127.0.0.1:99999', '[127.0.0.1]:80', '1.2.3'])
      expect(() => configFrom({ dns: { hosts: { 'a.no': bad } } })).toThrow(
        /^dns.hosts.a.no must be an IP address/,
      )
  })

  test('JSON is read too, tabs and all', () => {
    expect(readConfig('{\n\t"name": "x",\n\t"scope": {"depth": 3}\n}', 'a.json')).toMatchObject({
      name: 'x',
      settings: { scope: { depth: 3 } },
    })
  })
})

describe('secrets', () => {
  const auth = [
    { origin: 'https://A.no/login', basic: { user: 'me', password: `\${PASS}` } },
    { origin: 'b.no:8443', bearer: `x-\${TOKEN}` },
    { origin: 'http://c.no', form: { action: '/login', fields: { user: 'me', password: `\${PASS}` } } },
  ]
  const headers = { 'X-Key': `\${TOKEN}` }
  const egress = [{ proxy: `http://me:\${PASS}@proxy.no:3128` }, { localAddress: '10.0.0.7' }]

  test('come from the environment and are not stored', () => {
    const config = configFrom({ request: { auth, headers, egress } }, { env: { PASS: 's3$&', TOKEN: 't' } })
    expect(config.settings.request).toMatchObject({
      auth: [
        { origin: 'https://a.no', credentials: { kind: 'basic', user: 'me', password: 's3$&' } },
        { origin: 'https://b.no:8443', credentials: { kind: 'bearer', token: 'x-t' } },
        {
          origin: 'http://c.no',
          credentials: { kind: 'form', action: '/login', fields: { user: 'me', password: 's3$&' } },
        },
      ],
      headers: { 'X-Key': 't' },
      egress: [{ proxy: 'http://me:s3$&@proxy.no:3128' }, { localAddress: '10.0.0.7' }],
    })
    expect(JSON.stringify(config.source)).not.toContain('s3$&')
    expect(config.source.request).toMatchObject({
      auth: [{ basic: { password: `\${PASS}` } }, {}, {}],
      headers,
    })
    expect(config.settings.secrets).toEqual(expect.arrayContaining(['s3$&', 't', 'x-t']))
  })

  test('that are written into the file are not stored either, and an error says which variable to set', () => {
    const config = configFrom({
      seeds: ['https://me:seed-pass@a.no/', { sitemap: 'https://me:map-pass@a.no/map.xml' }],
      request: {
        auth: [
          { origin: 'a.no', basic: { user: 'me', password: 'written-1' } },
          { origin: 'b.no', bearer: 'written-2' },
          { origin: 'c.no', form: { action: '/login', fields: { 'pass-word': 'written-3' } } },
          { origin: 'd.no', headers: { 'X-Shop': 'written-6' } },
        ],
        headers: { 'X-Api-Key': 'written-4', From: 'me@a.no' },
        egress: [{ proxy: 'http://me:written-5@proxy.no' }, { proxy: 'http://open.no' }],
      },
    })
    const stored = JSON.stringify(config.source)
    expect(stored).not.toMatch(/written-|seed-pass|map-pass/)
    expect(stored).toContain('"action":"/login"')
    expect(stored).toMatch(/me@a\.no.*http:\/\/open\.no/)
    expect(config.settings.secrets.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map(n => `written-${n}`))
    expect(() => configFrom(JSON.parse(stored))).toThrow(
      'request.auth[0].basic.password: credentials are not kept with a collection; name the config with --config, or set the variable TIDEWATCH_AUTH_0_BASIC_PASSWORD',
    )
  })

  test('of a database that a topic is taken from are not stored', () => {
    const topics = [{ collection: 'postgres://me:written-6@db/news', class: 'story' }]
    const stored = JSON.stringify(configFrom({ topics }).source)
    expect(stored).not.toContain('written-6')
    expect(() => configFrom(JSON.parse(stored))).toThrow(
      'topics[0].collection: credentials are not kept with a collection; name the config with --config, or set the variable TIDEWATCH_TOPICS_0_COLLECTION',
    )
    const env = { TIDEWATCH_TOPICS_0_COLLECTION: topics[0]!.collection }
    const like = { collection: topics[0]!.collection, pageClass: 'story' }
    expect(configFrom(JSON.parse(stored), { env }).settings.topics).toMatchObject([{ like }])
  })

  test('that are missing are named with their position', () => {
    const text = `request:\n  auth:\n    - origin: a.no\n      basic: {user: me, password: "\${PASS}"}\n`
    expect(() => readConfig(text, 'a.yaml')).toThrow(
      'a.yaml:4:35: request.auth[0].basic.password: the environment has no variable PASS; set it',
    )
    expect(() => readConfig(text, 'a.yaml', {}, { PASS: 'x\n' })).toThrow(
      /the variable PASS holds a line break/,
    )
  })
})
