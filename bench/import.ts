/**
 * What is an archive of another crawler worth to a watch, and how fast is it taken over?
 *   node bench/import.ts [--pages 240] [--days 56] [--archived 182] [--every 7] [--interval 14] [--seconds 60] [--seed 1] [--json]
 *   node bench/import.ts FILE…
 *
 * Without files, two watches of one changing world under one budget, on a fast clock: one begins with nothing, one with what another crawler
 * fetched before (`--archived` days, each page once in `--every` days), in a WARC file made by Webrecorder's library. From the second week on,
 * when both have every page, the world says how fresh they are. With files, imports these and prints what that takes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure } from './peers/measure.ts'
import { experiment, type Measured } from './watch/experiment.ts'
import { syntheticGround } from './watch/ground.ts'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '240' },
    days: { type: 'string', default: '56' },
    archived: { type: 'string', default: '182' },
    every: { type: 'string', default: '7' },
    interval: { type: 'string', default: '14' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})

if (files.length > 0) await importFiles()
else await compareWatches()

async function importFiles(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-import-'))
  try {
    const command = join(import.meta.dirname, '..', 'bin', 'tidewatch')
    const words = ['import', ...files, '-c', folder, '--json']
    const { code, stdout, stderr, wallSeconds, cpuSeconds } = await measure([command, ...words], {
      seconds: 3_600,
    })
    if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr.slice(-500)}`)
    const { captures, pages, changes } = JSON.parse(stdout) as Record<string, number>
    const perSecond = Math.round(captures! / wallSeconds)
    if (values.json) return console.log(JSON.stringify({ captures, pages, changes, wallSeconds, cpuSeconds }))
    console.log(
      `${captures} captures of ${pages} pages with ${changes} changes in ${wallSeconds.toFixed(1)} s: ${perSecond} a second`,
    )
    console.log(`${((cpuSeconds * 1000) / captures!).toFixed(2)} s of CPU for 1,000 captures`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compareWatches(): Promise<void> {
  const ground = syntheticGround(Number(values.pages), Number(values.days))
  const shared = {
    ...{ ground, policy: 'value', objective: 'freshness' as const, measuredFromDay: 7 },
    ...{ seed: Number(values.seed), intervalDays: Number(values.interval), seconds: Number(values.seconds) },
  }
  const cold = await experiment(shared)
  const archived = { days: Number(values.archived), everyDays: Number(values.every) }
  const warm = await experiment({ ...shared, archived })
  const ratio = (1 - warm.freshness) / (1 - cold.freshness)
  if (values.json) return console.log(JSON.stringify({ cold, warm, ratio }))
  console.log('begins with     pages  fetches  fresh  age (d)  belief − truth')
  print('nothing', cold)
  print('an archive', warm)
  console.log(`${Math.round((1 - ratio) * 100)} % less stale time with the archive`)
  if (ratio >= 1) process.exitCode = 1
}

function print(begins: string, { pages, fetches, freshness, ageDays, believed }: Measured): void {
  const cells = [
    [String(pages), 5],
    [String(fetches), 8],
    [freshness.toFixed(3), 6],
    [ageDays.toFixed(2), 8],
    [believed.toFixed(3), 15],
  ] as const
  console.log([begins.padEnd(15), ...cells.map(([text, width]) => text.padStart(width))].join(' '))
}
