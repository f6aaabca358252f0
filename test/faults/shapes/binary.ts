/** Bytes: charsets, content codings and archives. */
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { repeated, type Shapes } from './parts.ts'

export const BYTE_SHAPES: Shapes = {
  'high bytes': size => Buffer.alloc(size, 0xe9),
  'escapes of Japanese': repeated('\x1b$B'),
  'pairs of Shift JIS': size => Buffer.alloc(size, Buffer.from([0x82, 0xa0])),
  zeros: size => Buffer.alloc(size),
  'every other zero': size => Buffer.alloc(size, Buffer.from([0x61, 0])),
  'charset declarations': repeated('<meta charset='),
  'charset words': repeated('charset ', '<meta content="'),
  'spaces of a declaration': repeated(' ', '<?xml version="1.0" encoding'),
  'all bytes': size => Buffer.alloc(size, Buffer.from(Array.from({ length: 256 }, (_, n) => n))),
  'pairs of GB 18030': size => Buffer.alloc(size, Buffer.from([0x81, 0x30, 0x81, 0x30])),
}

export const PACKED_SHAPES: Shapes = {
  'gzip of zeros': size => gzipSync(Buffer.alloc(size * 20)),
  'many members of gzip': size => {
    const member = gzipSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.ceil(size / member.length) }, () => member))
  },
  'zstd of zeros': size => zstdCompressSync(Buffer.alloc(size * 20)),
  'zstd of a page': size => zstdCompressSync(repeated('<p>word ')(size)),
  'deflate of zeros': size => deflateRawSync(Buffer.alloc(size * 20)),
  'gzip cut short': size => {
    const whole = gzipSync(Buffer.alloc(size * 20))
    return whole.subarray(0, whole.length - 9)
  },
  'head of gzip without end': size =>
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(size, 1)]),
}

/** A record whose header has one long field. */
const longField = (field: string, unit: string, after: string) => (size: number) =>
  repeated(
    unit,
    `WARC/1.1\r\nWARC-Type: resource\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: 0\r\n${field}`,
    `${after}\r\n\r\n`,
  )(Math.min(size, 1_000_000))

export const ARCHIVE_SHAPES: Shapes = {
  'empty records': repeated('WARC/1.1\r\n\r\n'),
  'empty records with line feeds': repeated('WARC/1.0\n\n'),
  'a head without end': repeated('a: b\r\n', 'WARC/1.1\r\n'),
  'a head of one line': repeated('a', 'WARC/1.1\r\n'),
  'folded lines of a head': repeated(' a\r\n', 'WARC/1.1\r\nb: c\r\n', '\r\n'),
  'slashes in the address of a record': longField('WARC-Target-URI: http://a.test/', '/', 'x'),
  'padding of a digest': longField('WARC-Block-Digest: sha1:', '=', 'x'),
  'line ends': repeated('\r\n'),
  'carriage returns of an archive': repeated('\r', 'WARC/1.1\r\n'),
  'empty members of gzip': size => {
    const member = gzipSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.ceil(size / member.length) }, () => member))
  },
  'members of gzip with an empty record': size => {
    const member = gzipSync('WARC/1.1\r\nContent-Length:0\r\n\r\n')
    return Buffer.concat(Array.from({ length: Math.ceil(size / member.length) }, () => member))
  },
  'records in one member of gzip': size => gzipSync(repeated('WARC/1.1\r\n\r\n')(size * 4)),
  'one member of gzip with line ends': size => gzipSync(repeated('\r\n')(size * 20)),
  'empty frames of zstd': size => {
    const frame = zstdCompressSync(Buffer.alloc(0))
    return Buffer.concat(Array.from({ length: Math.ceil(size / frame.length) }, () => frame))
  },
  'frames of zstd with an empty record': size => {
    const frame = zstdCompressSync('WARC/1.1\r\nContent-Length:0\r\n\r\n')
    return Buffer.concat(Array.from({ length: Math.ceil(size / frame.length) }, () => frame))
  },
  'skippable frames of zstd': size => Buffer.alloc(size, Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])),
  'chunks of a payload': size => {
    const body = repeated('1\r\na\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')(size)
    const head = `WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: ${body.length}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), body])
  },
}
