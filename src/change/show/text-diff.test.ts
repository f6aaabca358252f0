import { expect, it } from 'vitest'
import { formatDiff } from './format-diff.ts'
import { textDiff } from './text-diff.ts'

const shown = (before: string, after: string) =>
  formatDiff(textDiff(`<p>${before}`, `<p>${after}`)).filter(line => line.startsWith('~'))

it.each([
  ['costs € 49.90 now', 'costs € 39.00 now', '~ costs € [-49.90-] {+39.00+} now'],
  ['1.249,50 kr.', '1.099,50 kr.', '~ [-1.249,50-] {+1.099,50+} kr.'],
  ['version v1.2', 'version v1.3', '~ version v1.[-2-]{+3+}'],
  ['seven pounds', 'nine pounds', '~ [-seven-] {+nine+} pounds'],
])('marks whole words and numbers: %s', (before, after, line) => expect(shown(before, after)).toEqual([line]))
