import { readFileSync } from 'node:fs'

let known: number | undefined

/** How many files and connections this process may have open; infinite where the system does not say. */
export function maxOpenFiles(): number {
  known ??= readLimit()
  return known
}

function readLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
