import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { isTracker } from './trackers.ts'

it('finds the browser of the system, or the one that is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-chromium-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'google-chrome')
  await writeFile(file, '')
  await chmod(file, 0o755)
  expect(findChromium(null, `/nowhere:${folder}`)).toBe(file)
  expect(findChromium(file, '')).toBe(file)
  const other = join(folder, 'other')
  await mkdir(other)
  const shell = join(other, 'chromium-headless-shell')
  await writeFile(shell, '', { mode: 0o755 })
  expect(findChromium(null, `${folder}:${other}`)).toBe(shell)
  expect(() => findChromium(join(folder, 'none'), folder)).toThrow(/^render\.browser: .*none is no program/)
})

it('knows hosts that only watch readers, and those below them', () => {
  expect(['www.google-analytics.com', 'hotjar.com', 'x.y.doubleclick.net'].map(isTracker)).toEqual([
    true,
    true,
    true,
  ])
  expect(['analytics.example.org', 'nothotjar.com', 'com', ''].map(isTracker)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
