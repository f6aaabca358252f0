import { describe, expect, it } from 'vitest'
import { Failure } from '../env/failure.ts'
import { DEFAULT_TRAP_LIMITS, Scope, type ScopeSettings } from './scope.ts'

function scope(settings: Partial<ScopeSettings> = {}): Scope {
  return new Scope({
    schemes: ['http', 'https'],
    include: [],
    exclude: [],
    seedHosts: [],
    fileRoots: [],
    limits: DEFAULT_TRAP_LIMITS,
    ...settings,
  })
}

function ruleOf(decider: Scope, url: string, depth = 0): string {
  const verdict = decider.decide(url, depth)
  return verdict.accepted ? 'accepted' : `${verdict.kind}: ${verdict.rule}`
}

describe('Scope names the rule that decided', () => {
  it('accepts what nothing rejects', () => expect(ruleOf(scope(), 'http://h/')).toBe('accepted'))

  it('by scheme', () => {
    expect(ruleOf(scope({ schemes: ['https'] }), 'http://h/')).toBe('scheme: scheme http')
    expect(ruleOf(scope(), 'file:///etc/passwd')).toBe('scheme: scheme file')
  })

  it('by the first exclusion that matches', () => {
    const decider = scope({ exclude: [{ suffix: '.no' }, { regexp: 'calendar/\\d{4}' }] })
    expect(ruleOf(decider, 'http://h/calendar/2031')).toBe('exclude: exclude[1] regexp calendar/\\d{4}')
    expect(ruleOf(decider, 'http://h.no/calendar/2031')).toBe('exclude: exclude[0] suffix .no')
    expect(ruleOf(decider, 'http://h/calendar/x')).toBe('accepted')
  })

  it('by inclusion', () => {
    const decider = scope({ include: [{ suffix: '.no' }, { prefix: 'https://example.org/news/' }] })
    expect(ruleOf(decider, 'http://www.h.no/')).toBe('accepted')
    expect(ruleOf(decider, 'https://example.org/news/1')).toBe('accepted')
    expect(ruleOf(decider, 'https://example.org/')).toBe('include: not included by any rule')
  })

  it('by depth, counting seeds as 0', () => {
    expect(ruleOf(scope({ depth: 5 }), 'http://h/', 6)).toBe('depth: depth 6 > 5')
    expect(ruleOf(scope({ depth: 5 }), 'http://h/', 5)).toBe('accepted')
    expect(ruleOf(scope({ depth: 0 }), 'http://h/', 0)).toBe('accepted')
  })

  it('by locality', () => {
    const host = scope({ local: 'host', seedHosts: ['www.example.co.uk'] })
    expect(ruleOf(host, 'http://www.example.co.uk:81/')).toBe('accepted')
    expect(ruleOf(host, 'http://shop.example.co.uk/')).toBe('local: not a seed host')
    expect(ruleOf(host, 'http://example.co.uk/')).toBe('accepted')
    expect(ruleOf(scope({ local: 'host', seedHosts: ['a.test'] }), 'http://www.a.test/')).toBe('accepted')
    expect(ruleOf(scope({ local: 'host', seedHosts: ['www.org'] }), 'http://a.org/')).toBe(
      'local: not a seed host',
    )
    const domain = scope({ local: 'domain', seedHosts: ['www.example.co.uk'] })
    expect(ruleOf(domain, 'http://shop.example.co.uk/')).toBe('accepted')
    expect(ruleOf(domain, 'http://other.co.uk/')).toBe("local: not in a seed's domain")
  })
})

describe('patterns', () => {
  it.each([
    [{ exact: 'Example.org' }, 'http://example.org/x', true],
    [{ exact: 'example.org' }, 'http://www.example.org/', false],
    [{ exact: 'HTTP://Example.org' }, 'http://example.org/', true],
    [{ exact: 'http://example.org/a' }, 'http://example.org/ab', false],
    [{ suffix: 'example.org' }, 'http://www.example.org/', true],
    [{ suffix: 'example.org' }, 'http://badexample.org/', false],
    [{ suffix: '.example.org' }, 'http://example.org/', false],
    [{ suffix: '.pdf', on: 'url' as const }, 'http://h/a.pdf', true],
    [{ prefix: 'example.org/news/' }, 'https://example.org/news/1', true],
    [{ prefix: 'www.', on: 'host' as const }, 'http://www.h/', true],
    [{ regexp: '^news\\.', on: 'host' as const }, 'http://news.h/', true],
  ])('%j on %s: %s', (pattern, url, expected) => {
    expect(scope({ include: [pattern] }).decide(url, 0).accepted).toBe(expected)
  })

  it('refuses a regexp that cannot be read, naming it', () => {
    expect(() => scope({ exclude: [{ suffix: 'x' }, { regexp: 'a(' }] })).toThrow(Failure)
    expect(() => scope({ exclude: [{ suffix: 'x' }, { regexp: 'a(' }] })).toThrow(
      /scope\.exclude\[1\].*"a\("/,
    )
  })

  it('shows a regexp no more than 2,000 characters', () => {
    const limits = { ...DEFAULT_TRAP_LIMITS, urlLength: 10_000 }
    const decider = scope({ exclude: [{ regexp: 'end$' }], limits })
    expect(decider.decide(`http://h/${'a'.repeat(3000)}end`, 0).accepted).toBe(true)
  })
})

describe('traps', () => {
  it.each([
    [`http://h/${'a'.repeat(2000)}`, 'trap: trap: URL of 2009 characters > 2000'],
    [
      `http://h/${Array.from({ length: 21 }, (_, at) => at).join('/')}`,
      'trap: trap: path of 21 segments > 20',
    ],
    ['http://h/a/b/a/b/a/b/a/x', 'trap: trap: path segment "a" repeated 4 times'],
    ['http://h/a/b/a/b/a/b/x', 'accepted'],
    [
      `http://h/?${Array.from({ length: 17 }, (_, at) => `p${at}=`).join('&')}`,
      'trap: trap: 17 query parameters > 16',
    ],
  ])('%s', (url, expected) => expect(ruleOf(scope(), url)).toBe(expected))
})

describe('files', () => {
  const decider = scope({ schemes: ['file'], fileRoots: ['/srv/docs', 'file:///home/me%20too/'] })

  it.each([
    ['file:///srv/docs/a.html', 'accepted'],
    ['file:///srv/docs', 'accepted'],
    ['file:///srv/docsx/a', 'file: not below an allowed folder'],
    ['file:///srv/docs/..%2F..%2Fetc/passwd', 'file: not below an allowed folder'],
    ['file:///srv/docs/..%5C..%5Cetc', 'file: not below an allowed folder'],
    ['file:///home/me%20too/x', 'accepted'],
    ['file://server/srv/docs/a', 'file: not a file of this machine'],
    ['file:///srv/docs/%FF', 'file: not a file of this machine'],
    ['file:///srv/docs/a%00b', 'file: not a file of this machine'],
  ])('%s: %s', (url, expected) => expect(ruleOf(decider, url)).toBe(expected))

  it('are bounded by folders, not by hosts', () => {
    const settings = {
      schemes: ['file'],
      fileRoots: ['/srv'],
      local: 'host' as const,
      include: [{ suffix: '.no' }],
    }
    expect(ruleOf(scope(settings), 'file:///srv/a')).toBe('accepted')
  })
})
