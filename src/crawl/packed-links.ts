/**
 * The links of a page as the store keeps them: `[[href, text, kind, flag]…]` as JSON under zstd, with flag 1 for nofollow and 2 for hidden. Written for every new
 * revision, read as a whole. On a page that says nofollow, every link does.
 */
import { zstdDecompressSync } from 'node:zlib'
import { packerFor } from '../archive/format/pack.ts'
import type { Link } from '../document/links.ts'
import type { Url } from '../url/index.ts'

export type PackedLink = readonly [href: Url, text: string, kind: Link['kind'], flag?: 1 | 2]

const MAX_LINKS = 5_000
const LEVEL = 3
/** More than MAX_LINKS links of the greatest length take. */
const MAX_BYTES = 64 * 1024 * 1024

const zstd = packerFor('zstd', LEVEL, null)

export function packLinks(links: readonly Link[], follow: boolean): Uint8Array {
  const rows = links
    .slice(0, MAX_LINKS)
    .map(
      ({ href, text, kind, nofollow, hidden }): PackedLink =>
        nofollow || !follow ? [href, text, kind, 1] : hidden ? [href, text, kind, 2] : [href, text, kind],
    )
  return zstd(Buffer.from(JSON.stringify(rows)))
}

/** The addresses a page leads to, each once: without links that are marked nofollow or hidden. */
export const targetsIn = (packed: Uint8Array): ReadonlySet<Url> =>
  new Set(unpackLinks(packed).flatMap(([href, , , flag]) => (flag ? [] : [href])))

/** Links that cannot be unpacked count as none. */
export function unpackLinks(packed: Uint8Array): readonly PackedLink[] {
  try {
    return JSON.parse(zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES }).toString())
  } catch {
    return []
  }
}
