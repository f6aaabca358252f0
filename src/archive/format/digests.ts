import { createHash, type Hash } from 'node:crypto'
import { base32, fromBase32 } from './base32.ts'

const ALGORITHMS: Readonly<Record<string, string>> = {
  sha1: 'sha1',
  'sha-1': 'sha1',
  sha256: 'sha256',
  'sha-256': 'sha256',
  sha512: 'sha512',
  'sha-512': 'sha512',
  md5: 'md5',
}

/** The bytes of a SHA-1 digest that a record claims, in base 32 or hexadecimal; null if it claims another, or none. */
export function claimedSha1(claim: string | null): Buffer | null {
  const digits = /^sha-?1:([A-Z2-7]{32}|[0-9a-f]{40})$/i.exec(claim ?? '')?.[1]
  if (digits === undefined) return null
  return digits.length === 40 ? Buffer.from(digits, 'hex') : fromBase32(digits)
}

export type DigestVerdict = 'right' | 'wrong' | 'unchecked'

/** SHA-512 in hexadecimal has 128 digits. */
const MAX_CLAIM_CHARS = 200

/** Computes the digest that a record claims (`sha1:BASE32`, or in hexadecimal or base 64, or of another algorithm) and compares the two. */
export class DigestCheck {
  readonly #hash: Hash | null
  readonly #claim: string

  constructor(claim: string | undefined) {
    const colon = claim?.indexOf(':') ?? -1
    const algorithm = claim === undefined ? undefined : ALGORITHMS[claim.slice(0, colon).toLowerCase()]
    this.#hash = algorithm === undefined ? null : createHash(algorithm)
    this.#claim =
      claim
        ?.slice(colon + 1)
        .trim()
        .slice(0, MAX_CLAIM_CHARS) ?? ''
  }

  update(bytes: Uint8Array): void {
    this.#hash?.update(bytes)
  }

  verdict(): DigestVerdict {
    if (!this.#hash) return 'unchecked'
    const digest = this.#hash.digest()
    const claim = this.#claim.replace(/=+$/, '')
    const isRight =
      claim.toUpperCase() === base32(digest) ||
      claim.toLowerCase() === digest.toString('hex') ||
      claim.replaceAll('+', '-').replaceAll('/', '_') === digest.toString('base64url')
    return isRight ? 'right' : 'wrong'
  }
}
