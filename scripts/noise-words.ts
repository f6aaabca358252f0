/**
 * Writes `src/change/noise/known-words.json`: to learn the words takes half a second, which every parse thread of every crawl would
 * spend, and what is noise should not depend on the Node that somebody runs.
 *   npm run build:words
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf } from './noise-words/file-of.ts'
import { learnWords } from './noise-words/learn-words.ts'

const FILE = join(import.meta.dirname, '../src/change/noise/known-words.json')

writeFileSync(FILE, fileOf(learnWords()))
