import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { realEnv, VirtualClock } from '../../env/index.ts'
import { CollectionClock, DAY_MS, PriorGroup, policyNamed } from '../../refresh/index.ts'
import { openSqliteStore } from '../../store/index.ts'
import { HostLearning } from './host-learning.ts'
import { manyPages } from './many-pages.fixture.ts'
import { RefreshState } from './refresh-state.ts'

const NOW = 400 * DAY_MS

it('remembers from one run to the next how far beliefs were from what visits found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-state-'))
  const store = openSqliteStore({ folder, mode: 'write' })
  const env = { ...realEnv, clock: new VirtualClock(NOW) }
  const { settings } = configFrom({})
  const policy = policyNamed('value', { objective: 'freshness' })
  const open = () => RefreshState.open(store, env, settings, policy)
  const first = await open()
  const host = new HostLearning({ priors: new PriorGroup(), clock: new CollectionClock() })
  const { page } = manyPages(100, NOW - 20 * DAY_MS, policy)
  for (let id = 0; id < 100; id++) first.refresher.visited(page(id), 20_000, host, NOW, { kind: 'unchanged' })
  const { calibration, roundDays } = first.refresher
  // Nothing changed, though beliefs considered it possible.
  expect(calibration.lack(roundDays)).toBeGreaterThan(0.05)
  await first.plans('worker')
  await first.close('worker')
  expect((await open()).refresher.calibration.toJSON()).toEqual(calibration.toJSON())
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})
