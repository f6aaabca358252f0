import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

const squeeze = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export const CODINGS = {
  gzip: (body: Uint8Array): Uint8Array => gzipSync(body, { level: 1 }),
  deflate: (body: Uint8Array): Uint8Array => deflateSync(body),
  br: (body: Uint8Array): Uint8Array => brotliCompressSync(body, squeeze),
  zstd: (body: Uint8Array): Uint8Array => zstdCompressSync(body),
} as const
export type Coding = keyof typeof CODINGS
