import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from './folder.ts'

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('creates what is missing, and accepts what exists', () => {
  const folder = join(place(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
})

it('does not mistake a file for a folder', () => {
  const file = join(place(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow(/EEXIST/)
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR/)
})

it.skipIf(!existsSync('/proc/self'))('gives up where no folder can be made', () => {
  expect(() => makeFolder('/proc/tidewatch')).toThrow('no folder can be made in /proc')
  expect(() => makeFolder('/proc/tidewatch/deep/down')).toThrow('no folder can be made in /proc')
})
