/** Content codings, correct and wrong. The field `inflated` is the true size; `broken` says that the coding is damaged. */
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { CODINGS } from '../codings.ts'
import { listing } from '../listing.ts'
import { writeDocument } from '../markup.ts'
import { routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'

type Make = (body: Uint8Array) => {
  coding?: string
  body: Uint8Array
  broken?: boolean
  inflatedBytes?: number
}

const MIB = 1 << 20
/** Each member is one compressed MiB of nothing; gzip members may follow one another, so a bomb is this many of them. */
const GZIP_MEMBERS = 1024
let emptyMember: Uint8Array | undefined
const bomb = () => {
  emptyMember ??= gzipSync(new Uint8Array(MIB), { level: 9 })
  return Buffer.concat(Array.from({ length: GZIP_MEMBERS }, () => emptyMember!))
}

const MAKE: Readonly<Record<string, Make>> = {
  identity: body => ({ body }),
  gzip: body => ({ coding: 'gzip', body: CODINGS.gzip(body) }),
  'x-gzip': body => ({ coding: 'x-gzip', body: CODINGS.gzip(body) }),
  deflate: body => ({ coding: 'deflate', body: CODINGS.deflate(body) }),
  'deflate-raw': body => ({ coding: 'deflate', body: deflateRawSync(body) }),
  br: body => ({ coding: 'br', body: CODINGS.br(body) }),
  zstd: body => ({ coding: 'zstd', body: CODINGS.zstd(body) }),
  twice: body => ({ coding: 'gzip, br', body: CODINGS.br(CODINGS.gzip(body)) }),
  upper: body => ({ coding: 'GZIP', body: CODINGS.gzip(body) }),
  members: body => ({
    coding: 'gzip',
    body: Buffer.concat([CODINGS.gzip(body.subarray(0, 100)), CODINGS.gzip(body.subarray(100))]),
  }),
  'says-gzip-is-plain': body => ({ coding: 'gzip', body, broken: true }),
  'says-br-is-gzip': body => ({ coding: 'br', body: CODINGS.gzip(body), broken: true }),
  'says-nothing-is-gzip': body => ({ body: CODINGS.gzip(body), broken: true }),
  unknown: body => ({ coding: 'x-secret', body, broken: true }),
  truncated: body => ({ coding: 'gzip', body: CODINGS.gzip(body).subarray(0, -40), broken: true }),
  'bad-checksum': body => ({ coding: 'gzip', body: flipped(CODINGS.gzip(body)), broken: true }),
  'trailing-garbage': body => ({
    coding: 'gzip',
    body: Buffer.concat([CODINGS.gzip(body), Buffer.from('garbage')]),
  }),
  'empty-gzip': () => ({ coding: 'gzip', body: new Uint8Array(), inflatedBytes: 0 }),
  'bomb-gzip': () => ({ coding: 'gzip', body: bomb(), inflatedBytes: GZIP_MEMBERS * MIB }),
  'bomb-br': () => ({
    coding: 'br',
    body: brotliCompressSync(new Uint8Array(64 * MIB)),
    inflatedBytes: 64 * MIB,
  }),
}

export const ENCODING_NAMES = Object.keys(MAKE)

export function encodings(host: string): Site {
  const find = routes({
    '/': ({ seed }) =>
      listing(
        seed,
        'home',
        'Encodings',
        ENCODING_NAMES.map(name => `/${name}`),
      ),
    '/:name': ({ seed, part }) => page(seed, part('name')),
  })
  return { host, kind: 'encodings', entries: ['/'], find }
}

function page(seed: number, name: string): Page | undefined {
  const make = MAKE[name]
  if (!make) return undefined
  const inner = listing(seed, 'page', `Encoded: ${name}`, ['/'])
  const body = Buffer.from(writeDocument(inner.draw!({ seed, nowMs: 0, edits: [] })))
  const { coding, body: sent, broken = false, inflatedBytes = body.length } = make(body)
  return {
    template: name.startsWith('bomb') ? 'bomb' : 'page',
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(coding === undefined ? {} : { 'content-encoding': coding }),
    },
    fields: () => ({
      inflated: String(inflatedBytes),
      broken: String(broken),
      html: broken ? '' : body.toString(),
    }),
    names: () => (broken || inflatedBytes !== body.length ? [] : ['/']),
    bytes: () => sent,
  }
}

function flipped(gzip: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(gzip)
  copy[copy.length - 6]! ^= 0xff
  return copy
}
