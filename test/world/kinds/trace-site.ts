/** Pages that change when pages of the real web did: articles at given paths, each with its own schedule. */
import { frame } from '../layout.ts'
import { el } from '../markup.ts'
import type { Schedule } from '../schedule.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { title } from '../words.ts'

const PARAGRAPHS = 5

export function traceSite(host: string, schedules: ReadonlyMap<string, Schedule>): Site {
  const pageAt = (path: string, schedule: Schedule, seed: number): Page => ({
    template: 'article',
    schedule,
    changeKind: 'sentence',
    draw: ({ edits }) => {
      const heading = title('en', 'trace', seed, path)
      const text = story({ language: 'en', paragraphs: PARAGRAPHS, edits, keys: [seed, path] })
      return frame({
        seed,
        template: 'article',
        title: heading,
        menu: [],
        main: [el('h1', {}, heading), ...text],
      })
    },
  })
  return {
    host,
    kind: 'trace',
    entries: [...schedules.keys()],
    find: (path, { seed }) => {
      const schedule = schedules.get(path)
      return schedule && pageAt(path, schedule, seed)
    },
  }
}
