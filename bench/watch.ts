/**
 * Does the engine keep a collection as fresh as the theory says, with real HTTP, real parsing and noise on every page?
 *   node bench/watch.ts [--policies value,gamma,…] [--objective freshness] [--pages 240] [--days 84]
 *                       [--interval 7] [--seconds 84] [--seed 1] [--json]
 *   node bench/watch.ts --first DIR [--pages 3000] [--runs 3] [--json]
 *
 * Each policy watches the same changing world on a fast clock under the same budget (one fetch of each page in an
 * interval). The world, which knows every change, says how fresh the collection was over the second half; the lab replays the same
 * changes with the same number of visits beside it. With `--first`, what a first crawl of the pages below a folder costs under `watch`
 * and under `crawl`.
 */
import { parseArgs } from 'node:util'
import { POLICY_NAMES } from '../src/refresh/index.ts'
import { experiment, type Measured } from './watch/experiment.ts'
import { compareFirstCrawls } from './watch/first-crawl.ts'

const { values } = parseArgs({
  options: {
    policies: { type: 'string', default: POLICY_NAMES.join(',') },
    objective: { type: 'string', default: 'freshness' },
    pages: { type: 'string' },
    first: { type: 'string' },
    runs: { type: 'string', default: '3' },
    days: { type: 'string', default: '84' },
    interval: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '84' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})

if (values.first !== undefined) {
  const { runs, ratio } = await compareFirstCrawls(
    values.first,
    Number(values.pages ?? 3_000),
    Number(values.runs),
  )
  if (values.json) console.log(JSON.stringify({ runs, ratio }))
  else {
    for (const { command, visits, cpuSeconds, seconds } of runs)
      console.log(`${command}: ${visits} visits, ${cpuSeconds.toFixed(2)} s CPU, ${seconds.toFixed(1)} s`)
    console.log(`crawl costs ${ratio.toFixed(3)} of what watch costs`)
  }
  process.exit()
}

const results: Measured[] = []
for (const policy of values.policies.split(','))
  results.push(
    await experiment({
      policy,
      objective: values.objective as 'freshness',
      seed: Number(values.seed),
      pages: Number(values.pages ?? 240),
      days: Number(values.days),
      intervalDays: Number(values.interval),
      seconds: Number(values.seconds),
    }),
  )

if (values.json) console.log(JSON.stringify(results))
else {
  console.log(
    'policy      pages  fetches  fresh    lab  age (d)  belief − truth  changes found  false  missed  stale ratio',
  )
  const uniform = results.find(result => result.policy === 'uniform')
  for (const r of results)
    console.log(
      [
        r.policy.padEnd(10),
        String(r.pages).padStart(6),
        String(r.fetches).padStart(8),
        r.freshness.toFixed(3).padStart(7),
        r.labFreshness.toFixed(3).padStart(6),
        r.ageDays.toFixed(2).padStart(9),
        r.believed.toFixed(3).padStart(15),
        String(r.changesFound).padStart(14),
        String(r.falseChanges).padStart(6),
        String(r.missedChanges).padStart(7),
        (uniform ? ((1 - r.freshness) / (1 - uniform.freshness)).toFixed(3) : '-').padStart(12),
      ].join(' '),
    )
}
