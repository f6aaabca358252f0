import list from './trackers.json' with { type: 'json' }

const SUFFIXES: ReadonlySet<string> = new Set(list.suffixes)

/** Whether a host tracks readers rather than providing content. */
export function isTracker(host: string): boolean {
  for (let at = 0; at >= 0; at = host.indexOf('.', at) + 1 || -1)
    if (SUFFIXES.has(host.slice(at))) return true
  return false
}
