import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fileOf } from '../../../scripts/noise-words/file-of.ts'
import { learnWords } from '../../../scripts/noise-words/learn-words.ts'
import { vocabulary } from './known-words.ts'

it('is what the platform of this version knows', () => {
  expect(vocabulary()).toMatchObject(learnWords())
  const file = readFileSync(new URL('known-words.json', import.meta.url), 'utf8')
  expect(file, 'run npm run build:words').toBe(fileOf(learnWords()))
})
