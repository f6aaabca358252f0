import { hash } from 'node:crypto'

declare const isCanonical: unique symbol

/** An address in canonical form, so that one page has one Url. Made by a Canonicalizer or read from a store. */
export type Url = string & { readonly [isCanonical]: true }

/** Casts an address that is known to be canonical: it was when it was stored, or a test says so. */
export const asUrl = (canonical: string) => canonical as Url

const KEY_BYTES = 16

/** A cryptographic hash because hostile pages choose URLs: a collision would hide one page behind another. */
export function urlKey(canonical: string): Buffer {
  return hash('sha256', canonical, 'buffer').subarray(0, KEY_BYTES)
}

/** `https://example.org:8443`; `file://` for every file URL. */
export function originOf(canonical: string): string {
  return canonical.startsWith('file:') ? 'file://' : canonical.slice(0, endOfAuthority(canonical))
}

/** The host name without its port; an IPv6 address keeps its brackets. */
export function hostOf(canonical: string): string {
  const start = canonical.indexOf('//') + 2
  const host = canonical.slice(start, endOfAuthority(canonical))
  const colon = host.lastIndexOf(':')
  return colon === -1 || host.endsWith(']') ? host : host.slice(0, colon)
}

function endOfAuthority(canonical: string): number {
  const slash = canonical.indexOf('/', canonical.indexOf('//') + 2)
  return slash === -1 ? canonical.length : slash
}

/** FNV-1a with a final mix, so that the low bits of similar names differ. Stable across processes and versions. */
export function shardOf(origin: string, shards: number): number {
  let state = 0x811c9dc5
  for (let at = 0; at < origin.length; at++) state = Math.imul(state ^ origin.charCodeAt(at), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return ((state ^ (state >>> 16)) >>> 0) % shards
}
