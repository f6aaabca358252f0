import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from '../url/canonical.ts'
import { parseRobots, readOrders } from './index.ts'

const lines = (...text: string[]) => text.join('\n')
const allowed = (body: string | Uint8Array, path: string, agent = 'foobot') =>
  parseRobots(body).check(agent, `https://example.org${path}`).allowed

describe('RFC 9309 section 2.1: lines and groups', () => {
  it('joins consecutive agents, and groups of one agent', () => {
    const body = lines(
      'User-agent: foobot',
      'User-agent: bar',
      'Disallow: /a',
      'User-agent: foobot',
      'Disallow: /b',
    )
    expect([allowed(body, '/a'), allowed(body, '/b'), allowed(body, '/c')]).toEqual([false, false, true])
    expect([allowed(body, '/a', 'bar'), allowed(body, '/b', 'bar')]).toEqual([false, true])
  })

  it('ignores rules before the first agent', () =>
    expect(allowed('Disallow: /\nUser-agent: foobot', '/')).toBe(true))

  it('lets other lines stand between agents', () => {
    expect(
      allowed(lines('User-agent: foobot', 'Sitemap: https://h/s', 'User-agent: *', 'Disallow: /'), '/'),
    ).toBe(false)
  })

  it('reads names in any case, CR, LF and CRLF, and says which line decided', () => {
    for (const end of ['\r', '\n', '\r\n']) {
      const robots = parseRobots(['USER-AGENT: FooBot', '', '# note', 'dIsAllow: /x # why'].join(end))
      expect(robots.check('foobot', 'http://h/x/y')).toEqual({
        allowed: false,
        line: 4,
        rule: 'Disallow: /x',
      })
    }
  })
})

describe('RFC 9309 section 2.2.1: the user-agent line', () => {
  const body = lines('User-agent: FooBot/2.1', 'Disallow: /a', 'User-agent: *', 'Disallow: /b')
  it('matches product tokens without regard to case', () => {
    expect(allowed(body, '/a', 'foobot')).toBe(false)
    expect(allowed(body, '/a', 'FOOBOT/1.0 (+https://example.org)')).toBe(false)
    expect(allowed(body, '/b', 'foobot')).toBe(true)
  })
  it('falls back to *', () => {
    expect(allowed(body, '/b', 'foo')).toBe(false)
    expect(allowed(body, '/b', 'foobot-images')).toBe(false)
    expect(allowed(body, '/b', '')).toBe(false)
    expect(allowed('User-agent: * everyone\nDisallow: /', '/')).toBe(false)
  })
  it('tells names with digits apart', () => {
    const two = lines('User-agent: crawler1', 'Disallow: /a', 'User-agent: crawler2', 'Disallow: /b')
    expect([
      allowed(two, '/a', 'crawler1'),
      allowed(two, '/b', 'crawler1'),
      allowed(two, '/a', 'crawler3'),
    ]).toEqual([false, true, true])
  })
})

describe('RFC 9309 section 2.2.2: allow and disallow', () => {
  it.each([
    [['Disallow: /x/page', 'Allow: /x/'], '/x/page', false],
    [['Allow: /x/page', 'Disallow: /x/'], '/x/page', true],
    [['Disallow: /x', 'Allow: /x'], '/x', true],
    [['Disallow:'], '/x', true],
    [['Disallow: /X'], '/x', true],
    [['Disallow: /'], '/robots.txt', true],
    [['Disallow: /'], '', false],
    [['Disallow: /'], '?q', false],
    [['Disallow: /foo/bar/ツ'], '/foo/bar/%E3%83%84', false],
    [['Disallow: /foo/bar/%E3%83%84'], '/foo/bar/ツ', false],
    [['Disallow: /foo/bar/%62%61%7A'], '/foo/bar/baz', false],
    [['Disallow: /a%2fb'], '/a%2Fb', false],
    [['Disallow: /a%2Fb'], '/a/b', true],
    [['Disallow: /foo/bar?baz=https://foo.bar'], '/foo/bar?baz=https://foo.bar', false],
    [['Disallow: /a b'], '/a%20b', false],
  ])('%j on %s', (rules, path, expected) => {
    expect(allowed(lines('User-agent: *', ...rules), path)).toBe(expected)
  })
})

describe('RFC 9309 section 2.2.3: special characters', () => {
  it.each([
    ['/*.php', '/a/b.php?x', true],
    ['/*.php$', '/a/b.php?x', false],
    ['/*.php$', '/a.php/b.php', true],
    ['/fish*', '/fish', true],
    ['/a*b*c', '/axbxc', true],
    ['/a*b*c', '/acb', false],
    ['/a*a$', '/a', false],
    ['/$', '/', true],
    ['/$', '/x', false],
    ['/a$b', '/a$b', true],
    ['/path/%2A.html', '/path/*.html', true],
    ['/path/%2A.html', '/path/x.html', false],
    ['/foo-%24', '/foo-$', true],
    ['/foo-%24', '/foo-', false],
    ['*/x', '/a/x', true],
    ['x', '/x', false],
  ])('Disallow: %s on %s: %s', (pattern, path, matches) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(!matches)
  })

  it.each([
    ['/*URL%*', '/aURL%20b', true],
    ['*url%2*military-watches*', '/x?url%2Fmilitary-watches-1', true],
    ['*url%2*military-watches*', '/x?url%3Fmilitary-watches-1', false],
    ['/%', '/%20', true],
    ['/%', '/a', false],
    ['/%e', '/%E3%83%84', true],
    ['/*.aspx$%', '/a.aspx$%20', true],
    ['/*.aspx$%', '/a.aspx', false],
    ['/100%', '/100%25', true],
    ['/100%$', '/100%25', true],
    ['/100%$', '/100%20', false],
    ['/50%off', '/50%25off', true],
    ['/50%off*', '/50%20off', false],
    ['/%%', '/%25%25', true],
  ])('reads an escape that breaks off as the start of one: %s on %s: %s', (pattern, path, matches) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(!matches)
  })

  it('answers hostile patterns at once', () => {
    const body = `User-agent: *\nDisallow: /${'*a'.repeat(8000)}b$`
    expect(allowed(body, `/${'a'.repeat(20_000)}`)).toBe(true)
  })
})

describe('hostile files', () => {
  /** Generous, because it only has to tell milliseconds from minutes. */
  const SOON_MS = 5_000
  const timed = (work: () => unknown) => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1_000
  }
  const ruled = (count: number, rule: (n: number) => string) =>
    lines('User-agent: *', ...Array.from({ length: count }, (_, n) => `Disallow: ${rule(n)}`))

  it.each([
    ['long runs of spaces', ruled(30, () => `/a${' '.repeat(16_600)}x`)],
    ['long runs of tabs before a tag', ruled(30, () => `/a${'\t'.repeat(16_600)}<br`)],
    ['runs of tags', ruled(30, () => `/a${'<br>'.repeat(4_000)}`)],
    ['spaces without a colon', `Disallow${' x'.repeat(250_000)}`],
    ['nothing but percent signs', ruled(30, () => `/${'%'.repeat(16_600)}*`)],
    ['folders', lines('User-agent: *', ...Array(30).fill(`Allow: ${'/index.htm'.repeat(1_600)}`))],
    ['agents', Array.from({ length: 30_000 }, (_, n) => `User-agent: a${n}`).join('\n')],
  ])('are read in linear time: %s', (_, body) => {
    expect(timed(() => allowed(body, '/b'))).toBeLessThan(SOON_MS)
  })

  it('forbid a path that would have to be compared with too many wildcards', () => {
    const robots = parseRobots(ruled(25_000, n => `/*aaab${n}`))
    const url = (characters: number) => `http://h/${'a'.repeat(characters)}`
    let verdict = robots.check('foobot', url(100))
    expect(verdict.allowed).toBe(true)
    expect(timed(() => (verdict = robots.check('foobot', url(2_000))))).toBeLessThan(SOON_MS)
    expect(verdict).toEqual({ allowed: false, rule: 'too many wildcards to compare the path with' })
  })

  it('tell how much memory their rules take, which is about that of the file', () => {
    const body = ruled(20_000, n => `/*a${n}`)
    const { sizeBytes } = parseRobots(body).for('foobot')
    expect([sizeBytes > body.length / 2, sizeBytes < 2 * body.length]).toEqual([true, true])
    expect(parseRobots('User-agent: *\nDisallow: /x').for('foobot').sizeBytes).toBeLessThan(1_000)
  })

  it('do not affect the files that are read after them', () => {
    const large = Buffer.from(ruled(20_000, n => `/%e3a${n}`))
    const small = Buffer.from('User-agent: *\nAllow: /x\nDisallow: /a$\nSitemap: https://h/s')
    const first = readOrders(large, 'foobot').orders
    const second = readOrders(small, 'foobot')
    large.fill(0)
    small.fill(0)
    expect(second.sitemaps).toEqual(['https://h/s'])
    expect(second.orders.check('http://h/%E3a7')).toEqual({ allowed: true })
    expect(second.orders.check('http://h/a')).toEqual({ allowed: false, line: 3, rule: 'Disallow: /a$' })
    expect(first.check('http://h/%E3a7')).toMatchObject({ allowed: false, line: 9 })
  })

  it('leave out rules for other agents', () => {
    const others = ruled(20_000, n => `/${n}`).replace('*', 'other')
    expect(parseRobots(`${others}\nUser-agent: foobot\nDisallow: /x`).for('foobot').sizeBytes).toBeLessThan(
      1_000,
    )
  })
})

describe('RFC 9309 section 2.2.4: other records', () => {
  it('reads sitemaps anywhere', () => {
    const robots = parseRobots(lines('Sitemap: https://h/ü.xml', 'User-agent: a', 'site-map : https://h/2'))
    expect(robots.sitemaps).toEqual(['https://h/ü.xml', 'https://h/2'])
    expect(robots.sitemapLines).toEqual([1, 3])
  })

  it('reads crawl delays for the agents named before them', () => {
    const robots = parseRobots(
      lines(
        'User-agent: a',
        'User-agent: b',
        'Crawl-delay: 1.5',
        '',
        'User-agent: *',
        'Crawl-delay: x',
        'Disallow: /',
      ),
    )
    expect([robots.crawlDelay('a'), robots.crawlDelay('b'), robots.crawlDelay('c')]).toEqual([
      1500,
      1500,
      undefined,
    ])
    expect(robots.check('a', 'http://h/').allowed).toBe(false)
    expect(parseRobots('User-agent: *\nDisallow: /\nCrawl-delay: 20').crawlDelay('a')).toBe(20_000)
    expect(parseRobots('User-agent: *\nCrawl-delay: -1').crawlDelay('a')).toBeUndefined()
  })
})

describe('RFC 9309 section 2.2 and 2.5: encoding and size', () => {
  const text = 'User-agent: *\nDisallow: /ü'
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little endian', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['half a mark', Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(text)])],
  ])('%s', (_, body) => expect([allowed(body, '/ü'), allowed(body, '/x')]).toEqual([false, true]))

  it('keeps octets that are no UTF-8', () => {
    expect(allowed(Buffer.from(text, 'latin1'), '/%FC')).toBe(false)
    expect(allowed(Buffer.from(text, 'latin1'), '/x')).toBe(true)
  })

  it('stops at 500 KiB, and not within a line', () => {
    const filler = `# ${'x'.repeat(997)}\n`.repeat(511)
    const body = `User-agent: *\n${filler}Disallow: /${'y'.repeat(2000)}\nDisallow: /z`
    expect([allowed(body, '/z'), allowed(body, `/${'y'.repeat(1500)}`)]).toEqual([true, true])
    expect(allowed(`User-agent: *\n${filler.slice(2000)}Disallow: /z`, '/z')).toBe(false)
  })

  it('cuts a line that is too long', () => {
    expect(allowed(`User-agent: *\nDisallow: /${'a'.repeat(20_000)}`, `/${'a'.repeat(16_700)}b`)).toBe(false)
  })
})

describe('as search engines read it', () => {
  it.each(['disalow: /', 'dissallow: /', 'disallow /', 'Disallow : /', 'Disallow: /<br>', ' \t Disallow:/'])(
    '%s',
    line => {
      expect(allowed(`user agent: foobot\n${line}`, '/x')).toBe(false)
    },
  )
  it.each(['disallow / /x', '<html>', ': /', 'Disallow', 'foo: /'])('%s is noise', line => {
    expect(allowed(`User-agent foobot\n${line}`, '/x')).toBe(true)
  })
  it('lets index.html stand for its folder', () => {
    const body = lines('User-agent: *', 'Allow: /a/index.html', 'Disallow: /')
    expect([allowed(body, '/a/'), allowed(body, '/a/index.html'), allowed(body, '/a/x')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

/** Its types describe a default export that the module does not have under Node's rules. */
const oracleOf = robotsParser as unknown as (
  url: string,
  body: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

describe('properties', () => {
  const path = fc
    .array(fc.constantFrom('/', 'a', 'b', '.', '?', '=', '%2F', '%20'), { maxLength: 8 })
    .map(p => `/${p.join('')}`)
  const pattern = fc
    .array(fc.constantFrom('/', 'a', 'b', '*', '$', '.', '%2F'), { maxLength: 7 })
    .map(p => `/${p.join('')}`)
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), pattern)
    .map(([field, value]) => `${field}: ${value}`)

  it('agrees with robots-parser', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), path, (rules, asked) => {
        // It treats `$` within a pattern and runs of `*` differently.
        fc.pre(!rules.some(text => /\$.|\*\*|\*\$/.test(text)))
        const body = lines('User-agent: *', ...rules)
        const url = canonicalUrl(`https://example.org${asked}`)!
        const oracle = oracleOf('https://example.org/robots.txt', body).isAllowed(url, 'foobot')
        expect(parseRobots(body).check('foobot', url).allowed).toBe(oracle)
      }),
      { numRuns: 2000 },
    )
  })

  it('matches as a regular expression would', () => {
    fc.assert(
      fc.property(pattern, path, (value, asked) => {
        fc.pre(!/\$./.test(value))
        const expression = value.replace(/[.?/]/g, '\\$&').replace(/\*/g, '.*')
        expect(allowed(`User-agent: *\nDisallow: ${value}`, asked)).toBe(
          !new RegExp(`^${expression}`).test(asked),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (body, agent, url) => {
        parseRobots(body).check(agent, url)
      }),
    )
  })
})
