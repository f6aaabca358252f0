const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/**
 * The lot that a policy by chance draws for a page, in [0, 1): the same until the next visit, however often it is drawn. If every plan drew
 * a new one, pages would come back sooner the more often there are plans.
 */
export function lotOf(url: string, visitedAtMs: number): number {
  const text = `${visitedAtMs} ${url}`
  let hash = OFFSET
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return mixed(hash) / 2 ** 32
}

/** Spreads similar texts far apart (the finalizer of MurmurHash3). */
function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16)
  mix = Math.imul(mix, 0x85ebca6b)
  mix ^= mix >>> 13
  mix = Math.imul(mix, 0xc2b2ae35)
  return (mix ^ (mix >>> 16)) >>> 0
}
