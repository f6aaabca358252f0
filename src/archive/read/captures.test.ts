import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { collect } from '../../store/conformance/fixture.ts'
import { type Capture, capturesIn } from './captures.ts'

const URL_A = 'http://example.org/a'

function record(type: string, headers: Readonly<Record<string, string>>, block: string): string {
  const named = {
    'WARC-Type': type,
    'WARC-Target-URI': URL_A,
    'WARC-Date': '2020-01-02T03:04:05Z',
    ...headers,
  }
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`)
  return `WARC/1.0\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`
}

const id = (name: string) => ({ 'WARC-Record-ID': `<urn:x:${name}>` })
const beside = (name: string) => ({ 'WARC-Concurrent-To': `<urn:x:${name}>` })
const answer = (text: string, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${headers}\r\n${text}`
const GET = 'GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n'
const POST = 'POST /a HTTP/1.1\r\nHost: example.org\r\n\r\nq=1'

async function capturesOf(records: readonly string[], maxBytes = 1_000_000) {
  const folder = await mkdtemp(join(tmpdir(), 'captures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a.warc.gz')
  await writeFile(path, Buffer.concat(records.map(text => gzipSync(text))))
  const stops: string[] = []
  const captures = await collect(
    capturesIn({ path }, { maxBytes, onStopped: ({ reason }) => stops.push(reason) }),
  )
  return { captures, stops }
}

const payloads = (captures: readonly unknown[]) => captures.map(each => (each as Capture).payload?.toString())
const methods = (captures: readonly unknown[]) => captures.map(each => (each as Capture).method)

it('finds the request and the notes of an answer, whichever was written first', async () => {
  const { captures } = await capturesOf([
    // As Heritrix writes.
    record('response', id('1'), answer('one')),
    record('request', { ...id('2'), ...beside('1') }, GET),
    record('metadata', { ...id('3'), ...beside('1') }, 'via: http://example.org/\r\nhopsFromSeed: LL\r\n'),
    // As wget writes.
    record('request', id('4'), POST),
    record('response', { ...id('5'), ...beside('4') }, answer('two')),
    // Without requests.
    record('response', id('6'), answer('three')),
  ])
  expect(payloads(captures)).toEqual(['one', 'two', 'three'])
  expect(methods(captures)).toEqual(['GET', 'POST', null])
  expect((captures as Capture[]).map(({ depth }) => depth)).toEqual([2, null, null])
  expect((captures[0] as Capture).records.map(bytes => bytes.toString())).toEqual([
    record('response', id('1'), answer('one')),
    record('request', { ...id('2'), ...beside('1') }, GET),
    record('metadata', { ...id('3'), ...beside('1') }, 'via: http://example.org/\r\nhopsFromSeed: LL\r\n'),
  ])
})

it('does not give an answer the request of another', async () => {
  const { captures } = await capturesOf([
    record('response', id('1'), answer('one')),
    record('request', { ...id('2'), ...beside('elsewhere') }, POST),
    record('response', { ...id('3'), 'WARC-Target-URI': 'http://example.org/b' }, answer('two')),
  ])
  expect(methods(captures)).toEqual([null, null])
})

it('undoes chunks, and then keeps no record, because its payload would be another', async () => {
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const { captures } = await capturesOf([
    record('response', id('1'), answer('3\r\none\r\n0\r\n\r\n', chunked)),
    record('response', id('2'), answer('not in chunks', chunked)),
  ])
  expect(payloads(captures)).toEqual(['one', 'not in chunks'])
  expect((captures as Capture[]).map(({ records }) => records.length)).toEqual([0, 1])
})

it('keeps no record whose digest is not that of its block', async () => {
  const wrong = { 'WARC-Block-Digest': 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ' }
  const { captures } = await capturesOf([
    record('response', { ...id('1'), ...wrong }, answer('one')),
    record('response', id('2'), answer('two')),
    record('request', { ...id('3'), ...beside('2'), ...wrong }, GET),
  ])
  expect(payloads(captures)).toEqual(['one', 'two'])
  expect((captures as Capture[]).map(({ method, records }) => [method, records.length])).toEqual([
    [null, 0],
    ['GET', 1],
  ])
})

it('reads answers without a head, and content without an answer', async () => {
  const { captures } = await capturesOf([
    record('revisit', { ...id('1'), 'WARC-Payload-Digest': 'sha1:AAAA' }, ''),
    record(
      'resource',
      { ...id('2'), 'WARC-Target-URI': '<http://example.org/c>', 'Content-Type': 'text/html' },
      'c',
    ),
  ])
  expect(captures).toMatchObject([
    { kind: 'revisit', status: 200, payloadDigest: 'sha1:AAAA' },
    { kind: 'response', url: 'http://example.org/c', status: 200, headers: ['Content-Type', 'text/html'] },
  ])
})

it('passes over what is no web page, and says what is too large, broken or cut off', async () => {
  const { captures, stops } = await capturesOf(
    [
      record('warcinfo', id('0'), 'software: x'),
      record('response', { ...id('1'), 'WARC-Target-URI': 'dns:example.org' }, 'example.org. IN A'),
      record('response', id('2'), answer('x'.repeat(2_000))),
      record('response', id('3'), 'no status line'),
      record('response', { ...id('4'), 'WARC-Date': 'yesterday' }, answer('x')),
      record('response', id('5'), answer('kept')),
      'no record',
    ],
    1_000,
  )
  expect(captures.map(each => ('why' in each ? each.why : each.payload.toString()))).toEqual([
    'large',
    'damaged',
    'damaged',
    'kept',
  ])
  expect(stops).toEqual(['there is no WARC header here'])
})
