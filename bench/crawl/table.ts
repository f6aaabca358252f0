import type { PeerResult } from '../peers/index.ts'
import type { OwnRun } from './own-run.ts'

/** How many times as fast as a peer we want to be. */
const RATIOS: Readonly<Record<string, number>> = {
  'crawlee-disk': 25,
  'scrapy-tuned': 12,
  'spider-rs': 1.6,
  wget2: 0.4,
}
const CPU_SECONDS_PER_1000 = 1.3
/** PostgreSQL compared with SQLite. */
const POSTGRES_SHARE = 0.5

export interface Target {
  readonly name: string
  readonly wanted: number
  readonly measured: number
  readonly reached: boolean
  readonly sentence: string
}

const rateOf = (own: OwnRun) => own.pages / own.seconds

export function judge(own: OwnRun, peers: readonly PeerResult[], sqlite: OwnRun | undefined): Target[] {
  const targets: Target[] = []
  const cpu = (own.cpuSeconds * 1000) / own.visits
  if (own.store === 'sqlite') targets.push(atMost('CPU seconds per 1,000 answers', CPU_SECONDS_PER_1000, cpu))
  if (sqlite) targets.push(atLeast('× the speed on SQLite', POSTGRES_SHARE, rateOf(own) / rateOf(sqlite)))
  for (const peer of peers) {
    const wanted = RATIOS[peer.name]
    if (wanted !== undefined && !('missing' in peer))
      targets.push(atLeast(`× ${peer.name}`, wanted, rateOf(own) / peer.pagesPerSecond))
  }
  return targets
}

export function atLeast(name: string, wanted: number, measured: number, unit = ''): Target {
  return target(name, wanted, measured, measured >= wanted, 'at least', unit)
}

export function atMost(name: string, wanted: number, measured: number, unit = ''): Target {
  return target(name, wanted, measured, measured <= wanted, 'at most', unit)
}

function target(
  name: string,
  wanted: number,
  measured: number,
  reached: boolean,
  word: string,
  unit: string,
): Target {
  const sentence = `${reached ? 'reached    ' : 'NOT REACHED'}  ${shown(measured)}${unit} ${name} (wanted ${word} ${wanted}${unit})`
  return { name, wanted, measured, reached, sentence }
}

const shown = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toFixed(2))

export function table(own: OwnRun, peers: readonly PeerResult[]): string {
  const rows = [
    ['crawler', 'pages', 'seconds', 'pages/s', 'CPU s/1,000', 'ours ×'],
    [
      `tidewatch (${own.store})`,
      String(own.pages),
      own.seconds.toFixed(1),
      String(Math.round(rateOf(own))),
      ((own.cpuSeconds * 1000) / own.pages).toFixed(2),
      `${own.peakMiB} MiB peak`,
    ],
    ...peers.map(peer =>
      'missing' in peer
        ? [peer.name, '-', '-', '-', '-', peer.missing]
        : [
            `${peer.name} ${peer.version}`,
            String(peer.pages),
            peer.seconds.toFixed(1),
            String(Math.round(peer.pagesPerSecond)),
            ((peer.cpuSeconds * 1000) / Math.max(1, peer.pages)).toFixed(2),
            (rateOf(own) / peer.pagesPerSecond).toFixed(2),
          ],
    ),
  ]
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.slice(0, 2).map(row => row[column]!.length), 12),
  )
  return rows
    .map(row =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(26) : i === 5 ? `  ${cell}` : cell.padStart(widths[i]!)))
        .join(''),
    )
    .join('\n')
}
