import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../env/index.ts'
import { readConfig } from './config-file.ts'
import { type ConfigInput, configFrom } from './index.ts'
import { editDistance } from './keys.ts'

/** The problems of `text`, one per line. */
function problemsOf(text: string, overrides: ConfigInput = {}): string[] {
  try {
    readConfig(text, 'c.yaml', overrides)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    expect((error as Failure).code).toBe('usage')
    return (error as Failure).message.split('\n')
  }
}

describe('unknown keys', () => {
  test.each([
    ['request:\n  dealy: 1s', 'c.yaml:2:3: request.dealy is not a known key; did you mean request.delay?'],
    ['sedes: []', 'c.yaml:1:1: sedes is not a known key; did you mean seeds?'],
    ['delay: 1s', 'c.yaml:1:1: delay is not a known key; did you mean request.delay?'],
    [
      'request: {user_agent: x/1}',
      'c.yaml:1:11: request.user_agent is not a known key; did you mean request.userAgent?',
    ],
    [
      'scope: {limits: {urlLenght: 5}}',
      'c.yaml:1:18: scope.limits.urlLenght is not a known key; did you mean scope.limits.urlLength?',
    ],
    [
      'seeds:\n  - {sitmap: a.no}',
      'c.yaml:2:6: seeds[0].sitmap is not a known key; did you mean seeds[0].sitemap?',
    ],
    [
      'scope:\n  include:\n    - {sufix: .no}',
      'c.yaml:3:8: scope.include[0].sufix is not a known key; did you mean scope.include[0].suffix?',
    ],
    ['start_urls: []', 'c.yaml:1:1: start_urls is not a known key; did you mean seeds?'],
    ['DOWNLOAD_DELAY: 1', 'c.yaml:1:1: DOWNLOAD_DELAY is not a known key; did you mean request.delay?'],
    ['scope: {maxDepth: 3}', 'c.yaml:1:9: scope.maxDepth is not a known key; did you mean scope.depth?'],
    ['request: {proxy: x}', 'c.yaml:1:11: request.proxy is not a known key; did you mean request.egress?'],
    ['zebra: 1', 'c.yaml:1:1: zebra is not a known key'],
    ['__proto__: {a: 1}', 'c.yaml:1:1: __proto__ is not a known key'],
    ['request: {constructor: 1}', 'c.yaml:1:11: request.constructor is not a known key'],
    ['7: 1', 'c.yaml:1:1: 7 is not a known key'],
  ])('%j', (text, sentence) => expect(problemsOf(text)).toEqual([sentence]))
})

describe('wrong values', () => {
  test.each([
    [
      'refresh: {budget: 1}',
      'c.yaml:1:19: refresh.budget must be a budget such as 20000/day, 100/minute or 5GiB/day, or auto, not 1',
    ],
    [
      'refresh: {budget: 0/day}',
      'c.yaml:1:19: refresh.budget must be a budget such as 20000/day, 100/minute or 5GiB/day above 0, not "0/day"',
    ],
    [
      'refresh: {bounds: [7d, 1h]}',
      'c.yaml:1:19: refresh.bounds: the shortest interval is longer than the longest',
    ],
    [
      'refresh: {policy: valu}',
      'c.yaml:1:19: refresh.policy: there is no policy "valu"; there are value, gamma, classes, optimal, proportional, uniform, random, step, adaptive, average-equal, average-half, average-age, or give the path of a module',
    ],
    [
      'refresh: {publish: shadow}',
      'c.yaml:1:20: refresh.publish: shadow shows the last finished cycle; say how often with refresh.every, such as 1d',
    ],
    [
      'refresh: {goals: [{share: 95%}]}',
      'c.yaml:1:19: refresh.goals[0].age is missing; it must be a duration such as 500ms or 1s',
    ],
    [
      'change: {level: words}',
      'c.yaml:1:17: change.level must be raw, tags, text, content, links, record or accessibility, not "words"',
    ],
    ['weights: [{url: {suffix: .no}}]', 'c.yaml:1:11: weights[0].weight: the weight is missing'],
    [
      'weights: [{url: {suffix: .no}, weight: -1}]',
      'c.yaml:1:40: weights[0].weight must be a number above 0, not -1',
    ],
    [
      'change: {level: accessibility}',
      'c.yaml:1:17: change.level: accessibility needs analyse.accessibility: static or browser',
    ],
    [
      'weights: [{accessibility: AA<70, weight: 2}]',
      'c.yaml:1:27: weights[0].accessibility: a score needs analyse.accessibility: static or browser',
    ],
    [
      'weights: [{accessibility: AA=70, weight: 2}]',
      'c.yaml:1:27: weights[0].accessibility must be a level and a share such as AA<70 or A>=95, not "AA=70"',
    ],
    [
      'analyse: {linkWords: {Norsk: [her]}}',
      'c.yaml:1:23: analyse.linkWords.Norsk must be a language such as nb or pt-BR',
    ],
    [
      'render: {rules: [{class: a, when: "() => {"}]}',
      `c.yaml:1:35: render.rules[0].when must be a JavaScript function such as () => document.images.length > 3 (Unexpected token ')'), not "() => {"`,
    ],
    ['weights: some', 'c.yaml:1:10: weights must be auto or a list of weights, not "some"'],
    [
      'request:\n  delay: fast',
      'c.yaml:2:10: request.delay must be a duration such as 500ms or 1s, not "fast"',
    ],
    [
      'request: {delay: 5}',
      'c.yaml:1:18: request.delay must be a duration with its unit, such as 500ms or 1s, not 5',
    ],
    [
      'request: {maxBody: 2M}',
      'c.yaml:1:20: request.maxBody must be a size such as 2MiB or 500KiB, not "2M"',
    ],
    ['request: {maxBody: 0}', 'c.yaml:1:20: request.maxBody must be a size above 0, not 0'],
    ['archive: {rotate: 0.0 MiB}', 'c.yaml:1:19: archive.rotate must be a size above 0, not "0.0 MiB"'],
    ['dns: {alarm: 3}', 'c.yaml:1:14: dns.alarm must be a share such as 50% or 0.5, not 3'],
    [
      'limits: {bandwidth: 10MiB}',
      'c.yaml:1:21: limits.bandwidth must be a rate such as 10MiB/s, not "10MiB"',
    ],
    ['scope: {depth: -1}', 'c.yaml:1:16: scope.depth must be a whole number of at least 0, not -1'],
    ['scope: {depth: .inf}', 'c.yaml:1:16: scope.depth must be a whole number of at least 0, not Infinity'],
    ['scope: {local: yes}', 'c.yaml:1:16: scope.local must be false, true, host or domain, not "yes"'],
    ['scope: {schemes: [ftp]}', 'c.yaml:1:19: scope.schemes[0] must be http, https or file, not "ftp"'],
    [
      'scope: {types: [image/*]}',
      'c.yaml:1:17: scope.types[0] must be a media type such as text/html, not "image/*"',
    ],
    ['scope: {resources: 1}', 'c.yaml:1:20: scope.resources must be true or false, not 1'],
    ['request: 3', 'c.yaml:1:10: request must be a group of keys, not 3'],
    ['seeds: a.no', 'c.yaml:1:8: seeds must be a list of addresses, not "a.no"'],
    [
      'seeds: [3]',
      'c.yaml:1:9: seeds[0] must be a web address, {sitemap: address} or {feed: address}, not 3',
    ],
    ['seeds: [a.no, "htp:/x"]', 'c.yaml:1:15: seeds[1]: "htp:/x" is not a web address'],
    ['seeds: [{feed: "x y"}]', 'c.yaml:1:16: seeds[0].feed: "x y" is not a web address'],
    ['seeds: [{}]', 'c.yaml:1:9: seeds[0]: exactly one of sitemap and feed must be given'],
    ['threads: many', 'c.yaml:1:10: threads must be auto or a whole number from 1 to 256, not "many"'],
    [
      'extract: {patterns: [mail]}',
      'c.yaml:1:22: extract.patterns[0] must be email, phone, or an expression such as {name: ticket, regexp: "T-[0-9]+"}, not "mail"',
    ],
    [
      'extract: {patterns: [{name: x, regexp: "(?=a)b"}]}',
      'c.yaml:1:40: extract.patterns[0].regexp: the regexp "(?=a)b" cannot be used (error parsing regexp: invalid or unsupported Perl syntax: `(?=`)',
    ],
    [
      'extract: {patterns: [email, email]}',
      'c.yaml:1:21: extract.patterns: the pattern email is there twice',
    ],
    [
      'scope: {exclude: [{regexp: "("}]}',
      'c.yaml:1:28: scope.exclude[0].regexp: the regexp "(" cannot be read (Unterminated group)',
    ],
    [
      'scope: {include: [{exact: a, prefix: b}]}',
      'c.yaml:1:19: scope.include[0]: exactly one of exact, prefix, suffix and regexp must be given, not exact and prefix',
    ],
    [
      'request: {auth: [{bearer: x}]}',
      'c.yaml:1:18: request.auth[0].origin is missing; it must be a web address',
    ],
    [
      'request: {robots: ignore}',
      'c.yaml:1:19: request.robots must be obey (request.robotsOverrides names hosts whose robots.txt is ignored), not "ignore"',
    ],
    [
      'request: {headers: {a: 1}}',
      'c.yaml:1:24: request.headers.a must be a header value; a number needs quotes',
    ],
    ['request: {headers: {"a b": c}}', 'c.yaml:1:21: request.headers.a b must be a header name'],
    [
      'request: {headers: {a: "b\\r\\nc: d"}}',
      'c.yaml:1:24: request.headers.a must be a header value of one line',
    ],
    [
      'request: {egress: [{proxy: socks}]}',
      'c.yaml:1:28: request.egress[0].proxy must be the http, https or socks5 address of a proxy',
    ],
    ['- a', 'c.yaml:1:1: the config must be a group of keys such as name, seeds and scope, not ["a"]'],
    ['name: !!binary aGk=', 'c.yaml:1:16: name must be a name, not binary data'],
  ])('%j', (text, sentence) => expect(problemsOf(text)).toEqual([sentence]))

  test('long values are cut', () =>
    expect(problemsOf(`threads: ${'x'.repeat(500)}`)[0]!.length).toBeLessThan(150))

  test('values of overrides have no position in the file', () => {
    expect(problemsOf('request: {delay: 1s}', { request: { delay: 'fast' } })).toEqual([
      'request.delay must be a duration such as 500ms or 1s, not "fast"',
    ])
    expect(problemsOf('seeds: [x]', { scope: { depth: 1 } })).toEqual([
      'c.yaml:1:9: seeds[0]: "x" is not a web address',
    ])
    expect(problemsOf('request: 3', { request: { delay: '1s' } })).toEqual([
      'c.yaml:1:10: request must be a group of keys, not 3',
    ])
  })

  test('up to ten are reported, in the order of the file', () => {
    const text = 'zebra: 1\nrequest:\n  delay: fast\n  dealy: 1s\nthreads: many\n'
    expect(problemsOf(text).map(line => line.split(':')[1])).toEqual(['1', '3', '4', '5'])
    const many = problemsOf(Array.from({ length: 13 }, (_, i) => `zebra${i}: 1`).join('\n'))
    expect(many).toHaveLength(11)
    expect(many.at(-1)).toBe('… and 3 more')
  })
})

describe('contradictions', () => {
  test.each([
    [
      'scope: {depth: 0, seedDepth: 1}',
      'c.yaml:1:30: scope.seedDepth: seeds at depth 1 are beyond scope.depth 0, so that nothing would be fetched',
    ],
    [
      'scope: {schemes: [file]}',
      'c.yaml:1:18: scope.schemes: file needs scope.fileRoots, the folders that may be read',
    ],
    [
      'analyse: {accessibility: browser}',
      'c.yaml:1:26: analyse.accessibility: browser needs render.pages: auto or always',
    ],
    ['scope: {schemes: []}', 'c.yaml:1:18: scope.schemes: without a scheme nothing would be fetched'],
    [
      'seeds: ["http://a.no"]\nscope: {schemes: [https]}',
      'c.yaml:1:9: seeds[0]: scope.schemes does not have http, so that "http://a.no" would not be fetched',
    ],
    [
      'url: {keepParams: [a], dropParams: [a]}',
      'c.yaml:1:20: url.keepParams[0]: a stands in url.dropParams too; remove it from one of them',
    ],
    [
      'request: {timeout: 0, connectTimeout: 0}',
      'c.yaml:1:20: request.timeout: no answer comes in no time; give a duration such as 30s',
    ],
    [
      'request: {userAgent: "(bot)"}',
      'c.yaml:1:22: request.userAgent: robots.txt cannot name "(bot)"; give request.agent a name of letters, digits, _ and -',
    ],
    [
      'request: {accept: [a/1, a/2, a/3, a/4, a/5], acceptLanguage: [b, c, d]}',
      'c.yaml:1:19: request.accept: accept, acceptLanguage and userAgents make 15 combinations; at most 12 are tried',
    ],
    [
      'request: {perServer: 4}\nlimits: {connections: 2}',
      'c.yaml:1:22: request.perServer: 4 is more than limits.connections 2',
    ],
    [
      'request: {cookies: off, auth: [{origin: a.no, form: {action: /x, fields: {}}}]}',
      'c.yaml:1:20: request.cookies: a login form needs cookies; set session or persistent',
    ],
    [
      'dns: {least: 300}',
      'c.yaml:1:14: dns.least: 300 is more than dns.window 200, so that no alarm could be raised',
    ],
    ['archive: {level: 12}', 'c.yaml:1:18: archive.level: gzip has levels 1 to 9, not 12'],
    [
      'refresh: {interval: 0}',
      'c.yaml:1:21: refresh.interval: pages would be due for ever; give a duration such as 7d',
    ],
  ])('%j', (text, sentence) => expect(problemsOf(text)[0]).toBe(sentence))
})

describe('text that is not YAML', () => {
  test.each([
    ['a: 1\na: 2', 'c.yaml:2:1: this key stands here for the second time'],
    ['a:\n\tb: 1', 'c.yaml:2:1: the line is indented by a tab; YAML wants spaces'],
    ['a: 1\n---\nb: 1', 'c.yaml:2:1: a second document begins here, but a file holds one config'],
    ['? [a]\n: 1', 'c.yaml:1:3: a key must be plain text'],
    ['name: *b', 'c.yaml:1:7: nothing is called &b before *b'],
  ])('%j', (text, sentence) => expect(problemsOf(text)).toEqual([sentence]))

  test('has its line', () =>
    expect(problemsOf('name: x\nseeds: [1, 2\nb: 3')[0]).toMatch(/^c\.yaml:3:1: not valid YAML: /))

  test('aliases cannot be made to explode', () => {
    const bomb = Array.from(
      { length: 12 },
      (_, i) =>
        `k${i}: &a${i} [${Array(9)
          .fill(i === 0 ? 'x' : `*a${i - 1}`)
          .join(', ')}]`,
    )
    expect(problemsOf(bomb.join('\n'))[0]).toMatch(/^c\.yaml: cannot be read as YAML/)
  })

  test('whatever it is, the answer is settings or a Failure', () => {
    fc.assert(fc.property(fc.string(), text => void problemsOf(text)))
    fc.assert(fc.property(fc.json(), text => void problemsOf(text)))
  })

  test('whatever a key holds, the answer is settings or a Failure', () => {
    const keys = [
      'name',
      'seeds',
      'scope',
      'url',
      'request',
      'dns',
      'limits',
      'archive',
      'refresh',
      'plugins',
      'threads',
    ]
    const config = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(config, input => {
        try {
          configFrom(input as ConfigInput)
        } catch (error) {
          expect(error).toBeInstanceOf(Failure)
        }
      }),
    )
  })
})

test('a swap of adjacent letters has a distance of one', () => {
  expect(editDistance('dealy', 'delay')).toBe(1)
  expect(editDistance('', 'abc')).toBe(3)
  expect(editDistance('kitten', 'sitting')).toBe(3)
})
