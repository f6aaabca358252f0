import { Lines } from './lines.ts'

/** More than the robots.txt of any site names. */
const MAX_PATHS = 1_000

/** The paths that rules for any agent spell out, each once; a pattern with a wildcard is not a path. */
export function pathsNamed(body: Uint8Array | string): readonly string[] {
  const paths = new Set<string>()
  for (const lines = new Lines(body); lines.next() && paths.size < MAX_PATHS; ) {
    if (lines.field !== 'allow' && lines.field !== 'disallow') continue
    const path = Buffer.from(lines.value, 'latin1').toString('utf8').replace(/\$$/, '')
    if (/^\/[^*\s]+$/.test(path)) paths.add(path)
  }
  return [...paths]
}
