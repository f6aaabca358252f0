import { expect, it } from 'vitest'
import { KIND_WEIGHTS } from './kind-weights.gen.ts'
import { ROLE_WEIGHTS } from './role-weights.gen.ts'

const cluesOf = (table: Readonly<Record<string, string>>) =>
  Object.values(table).flatMap(text => text.match(/\S+(?= -?\d)/g) ?? [])

/** Finds UTF-8 read in another charset and lower-cased: `имя` becomes `рёрјсџ`, `né` becomes `nã©`, and words fall apart at the symbols. */
function isMojibake(clue: string): boolean {
  return /[ѐ-џ¡-¿ãâð]|:[рс]+$/.test(clue)
}

it('no clue is text in the wrong charset', () => {
  const clues = [...cluesOf(KIND_WEIGHTS), ...cluesOf(ROLE_WEIGHTS)]
  expect(clues.length).toBeGreaterThan(1_000)
  expect(clues.filter(isMojibake)).toEqual([])
  expect(['before:сџ', 'after:рµ', 'value:с', 'label:nã©'].every(isMojibake)).toBe(true)
  expect(['before:имя', 'text:пожалуйста', 'after:по', 'label:straße'].some(isMojibake)).toBe(false)
})
