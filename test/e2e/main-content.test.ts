/** What readers came for, told by what the other pages of a site have in common, on both stores. */
import { describe, expect, it } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { editableSite } from './editable.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder } from './shell.ts'

const STORIES = [
  'The harbor was quiet when the last ferry came in. Nobody had seen the lights go out on the pier, and the keeper swore that all of them had burned until dawn.',
  'Seven kinds of bread are baked before dawn in the old town, and all of them are sold out by the time that school begins on the other side of the river.',
  'The new bridge was opened on Sunday, a year late and with one lane less than had been promised. The mayor crossed it on a bicycle, and it rained.',
  'For the third time this winter the clock of the town hall has stopped at five. The clockmaker says that pigeons are to blame, and he has asked for a net.',
  'A seal was found asleep in the lock on Tuesday. It was woken by a tug, looked around for a while, and left by the way that it must have come in.',
]
/** It reads like the rest, and stands in the same element. */
const SHARED =
  'Our reporters have written about this town since 1911. They depend on readers who think that somebody should, and who tell them what they have seen and heard.'
const page = (story: string) =>
  `<html><title>News</title><body><nav><a href="/">Home</a></nav><main><article><p>${story}</p><p>It was said that more would be known before the end of the week, when the council meets.</p><p>${SHARED}</p></article></main></body></html>`
const SITE: Record<string, string> = { '/': STORIES.map((_, i) => `<a href="/${i}">${i}</a>`).join(' ') }
for (const [i, story] of STORIES.entries()) SITE[`/${i}`] = page(story)
// A copy of the first story shares all of it, which makes none of it boilerplate.
SITE['/'] += '<a href="/print/0">print</a>'
SITE['/print/0'] = page(STORIES[0]!).replace('<nav><a href="/">Home</a></nav>', '')

const CONFIG = (seeds: string[], depth: number): ConfigInput => ({
  ...{ seeds, threads: 1, request: { delay: 0, allowPrivate: true, retries: 0 } },
  scope: { depth, soft404: false, sitemaps: false },
})

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  const opened = async () => {
    const where = store === 'SQLite' ? await temporaryFolder() : freshSchema()
    return Collection.open(where, { mode: 'write', archiveFolder: await temporaryFolder() })
  }

  it('a text that stands on all pages of a site is no page’s content', async () => {
    const site = await editableSite(SITE)
    await using alone = await opened()
    await alone.crawl(CONFIG([site.url('/0')], 0))
    expect(await (await alone.page(site.url('/0')))!.markdown({ main: true })).toContain(SHARED)

    await using collection = await opened()
    await collection.crawl(CONFIG([site.url('/')], 1))
    for (const [i, story] of STORIES.entries()) {
      const found = (await collection.page(site.url(`/${i}`)))!
      expect(await found.markdown({ main: true })).toContain(story)
      expect(await found.text({ main: true })).not.toContain(SHARED)
      expect(await found.text()).toContain(SHARED)
    }
  })
})
