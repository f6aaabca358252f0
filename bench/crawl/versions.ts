import type { OwnRun } from './own-run.ts'

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!

/** Two versions that crawled in turns: pair by pair, since the machine's own speed changes from minute to minute. */
export function comparedVersions(now: readonly OwnRun[], then: readonly OwnRun[]): string {
  const of = (pick: (run: OwnRun) => number) => now.map((run, i) => pick(then[i]!) / pick(run))
  const shown = (ratios: readonly number[]) =>
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
  const peaks = (runs: readonly OwnRun[]) => median(runs.map(({ peakMiB }) => peakMiB))
  const cpu = of(({ cpuSeconds }) => cpuSeconds).map(ratio => 1 / ratio)
  return [
    `compared with the other version, ${now.length} pairs:`,
    `  speed       ${shown(of(({ seconds }) => seconds))}`,
    `  processor   ${shown(cpu)}`,
    `  peak MiB    ${peaks(now)} and ${peaks(then)}`,
  ].join('\n')
}
