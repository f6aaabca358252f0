/** The policy of the documents, compared as the documents say. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

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

it.each([
  ['next: () => ({ dueAt: Number.NaN })', /next\(\) must give dueAt, the time when the page is due, in days/],
  ['next: () => ({ at: 1 })', /next\(\) must give dueAt/],
  ['begin: () => [1, 2]', /begin\(\) must give one number \(width\)/],
  ['learn: () => [Number.NaN]', /learn\(\) must give one number \(width\)/],
  ['learn() { throw new Error("no idea") }', /learn\(\) fails: no idea/],
])('a policy that breaks its promises gets a sentence, not figures: %s', async (part, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-policy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const whole =
    'begin: () => [1], learn: s => s, next: (s, p) => ({ dueAt: p.visitedAt + 1, interval: 1, value: () => 1, reason: () => ({}) })'
  const file = join(folder, 'mine.mjs')
  await writeFile(file, `export default { name: 'mine', width: 1, ${whole}, ${part} }`)
  const command = ['lab', 'run', '--world', 'P1', '--budget', '7d', '--pages', '20', '--policies', file]
  const { stderr, stdout, status } = spawnSync(join(ROOT, 'bin', 'tidewatch'), command, { encoding: 'utf8' })
  expect([status, stderr.trim(), stdout]).toEqual([2, expect.stringMatching(words), ''])
})
