/** Sites of the synthetic world that serve pages under many addresses, or lead nowhere. */
import {
  anonymous,
  forum,
  plainPath,
  type Site,
  traps,
  viewOf,
  writeDocument,
} from '../../test/world/index.ts'
import type { ServedSite } from './served-site.ts'

const SEED = 7
const NOW = Date.UTC(2026, 5, 1)
/** What an address shows that leads nowhere. */
const TRAP = 'trap'

export function worldTruths(): ServedSite[] {
  const many = { sessions: false, threads: 400 }
  return [
    served('forum', forum('forum.test', many), plainPath),
    served('forum with canonical', forum('forum.test', { ...many, canonical: true }), plainPath),
    served('forum with sessions', forum('forum.test', { threads: 200 }), plainPath),
    served('traps', traps('traps.test'), () => TRAP),
  ]
}

function served(name: string, site: Site, copied: (path: string) => string): ServedSite {
  const pageAt = (path: string) => {
    const page = site.find(path, { seed: SEED, nowMs: NOW })
    return page && anonymous(page, new URL(path, `http://${site.host}`))
  }
  return {
    name,
    start: site.entries[0]!,
    answer: path => {
      const page = pageAt(path)
      return page?.draw ? writeDocument(page.draw(viewOf(page, { seed: SEED, nowMs: NOW }))) : null
    },
    pageAt: path => {
      const page = pageAt(path)
      return page === undefined ? null : page.trap || name !== 'traps' ? copied(path) : path
    },
  }
}
