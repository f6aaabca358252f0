/** The processes of this machine, as Linux tells them. Those that have ended and only wait to be noticed do not count. */
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  readonly name: string
}

export function running(): RunningProcess[] {
  return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? described(name) : []))
}

/** Children, their children, and so on. */
export function startedBy(pid: number, all: readonly RunningProcess[] = running()): RunningProcess[] {
  return all.filter(({ parent }) => parent === pid).flatMap(child => [child, ...startedBy(child.pid, all)])
}

function described(pid: string): RunningProcess[] {
  try {
    const [, name = '', state, parent] =
      /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
    return state === 'Z' || state === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), name }]
  } catch {
    return []
  }
}
