/** The policy of the documents, compared as the documents say. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

it('a policy of one’s own is compared with ours by its path', () => {
  const { stdout, stderr, status } = spawnSync(
    join(ROOT, 'bin', 'tidewatch'),
    [
      'lab',
      'run',
      '--world',
      'P1',
      '--budget',
      '7d',
      '--pages',
      '300',
      '--policies',
      './examples/my-policy.ts,value',
      '--json',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { policies } = JSON.parse(stdout) as { policies: { name: string; freshness: number }[] }
  expect(policies.map(policy => policy.name)).toEqual(['halving', 'value'])
  expect(policies[0]!.freshness).toBeGreaterThan(0.3)
  expect(policies[0]!.freshness).toBeLessThan(policies[1]!.freshness)
})
