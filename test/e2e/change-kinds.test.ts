/** Changes of text and of structure count as much as the config says when a page's rate is learned. */
import { expect, it } from 'vitest'
import { DAY_MS, plain, type Site } from '../world/index.ts'
import { JumpingClock } from './jumping-clock.ts'
import { stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const ROUNDS = 5
const HOME = 'http://w.test'

const WORDS = [
  'Nothing much',
  'A long story',
  'The plain truth',
  'Something else',
  'Good news',
  'What it costs',
  'Who was there',
]

const TAGS = ['p', 'blockquote', 'pre', 'h2']

/** One page gets other words every day, the other one another tag around them as well. */
const site: Site = {
  host: 'w.test',
  kind: 'change kinds',
  entries: ['/'],
  find: (path, { nowMs }) => {
    const day = Math.floor((nowMs - START) / DAY_MS)
    const page = (text: string) => plain(`<html><title>${path}</title>${text}`, 'page', 'text/html')
    const words = `${WORDS[day % WORDS.length]} is what was written about it.`
    if (path === '/') return page('<a href=/words>words</a> <a href=/tags>tags</a>')
    if (path === '/words') return page(`<p>${words}</p>`)
    const tag = TAGS[day % TAGS.length]!
    return path === '/tags' ? page(`<${tag}>${words}</${tag}>`) : undefined
  },
}

/** How long each page rests after some visits that found it changed, in days. */
async function restsOf(changes: { readonly text?: number; readonly structure?: number }) {
  const clock = new JumpingClock(START)
  const { crawl, recrawl } = await stage([site], { clock })
  const input = { seeds: [`${HOME}/`], refresh: { policy: 'adaptive', changes } }
  let ran = await crawl(input)
  for (let round = 0; round < ROUNDS; round++) {
    clock.jump(3 * DAY_MS)
    ran = await recrawl(input, 'all')
  }
  const notes = ran.visits.map(({ url, commit }) => [url, 'note' in commit ? commit.note : null] as const)
  const rest = (path: string) => {
    const { dueAt, fetchedAt } = ran.page(`${HOME}${path}`)
    return (dueAt! - fetchedAt!) / DAY_MS
  }
  return { words: rest('/words'), tags: rest('/tags'), notes: new Map<string, string | null>(notes) }
}

it('counts both kinds of change alike unless it is told otherwise', async () => {
  const { words, tags, notes } = await restsOf({})
  expect(tags).toBeCloseTo(words, 1)
  expect(JSON.parse(notes.get(`${HOME}/tags`)!)).toMatchObject({ changed: true, structure: true })
  expect(JSON.parse(notes.get(`${HOME}/words`)!)).not.toHaveProperty('structure')
})

it('learns nothing of changes that do not count', async () => {
  const structureOnly = await restsOf({ text: 0 })
  expect(structureOnly.words).toBeGreaterThan(3 * structureOnly.tags)
  const textOnly = await restsOf({ structure: 0 })
  expect(textOnly.tags).toBeGreaterThan(3 * textOnly.words)
})
