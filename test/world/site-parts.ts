/** Functions that wrap any site: each takes a site and returns a site. */

import type { Coding } from './codings.ts'
import { writeDocument } from './markup.ts'
import type { NoiseKind } from './noise.ts'
import { type Moment, type Page, plain, type Site, type Validators, viewOf } from './site.ts'

export function onAddress(address: string, site: Site): Site {
  return { ...site, address }
}

export function named(host: string, site: Site): Site {
  return { ...site, host }
}

export function slow(latencyMs: number, site: Site): Site {
  return { ...site, latencyMs }
}

export function compressed(codings: readonly Coding[], site: Site): Site {
  return { ...site, codings }
}

/** Changes every page that the site has. */
export function eachPage(site: Site, change: (page: Page, path: string) => Page): Site {
  return {
    ...site,
    find(path, at) {
      const page = site.find(path, at)
      return page && change(page, path)
    },
  }
}

/** Noise on every fetch of every HTML page. */
export function noisy(kinds: readonly NoiseKind[], site: Site): Site {
  return eachPage(site, page => (page.draw ? { ...page, noise: kinds } : page))
}

export function validated(validators: Validators, site: Site): Site {
  return eachPage(site, page => (page.status === undefined ? { ...page, validators } : page))
}

/** Gives the site a robots.txt; fetches of paths under `forbidden` are recorded as violations. */
export function withRobots(text: string, forbidden: readonly string[], site: Site): Site {
  const marked = eachPage(site, (page, path) =>
    forbidden.some(prefix => path.startsWith(prefix)) ? { ...page, forbidden: true } : page,
  )
  return {
    ...marked,
    find: (path, at) => (path === '/robots.txt' ? plain(text, 'robots') : marked.find(path, at)),
  }
}

const MAX_FROZEN_PAGES = 100_000

/** Pages as they first were, drawn once and kept: for measuring the client that fetches them, not the drawing. */
export function frozen(site: Site): Site {
  const kept = new Map<string, Page | undefined>()
  const freeze = (page: Page, at: Moment): Page => {
    if (!page.draw) return page
    const html = Buffer.from(writeDocument(page.draw(viewOf(page, at))))
    const { draw: _, schedule: __, ...rest } = page
    return { ...rest, bytes: () => html }
  }
  return {
    ...site,
    find(path, at) {
      if (kept.has(path)) return kept.get(path)
      const page = site.find(path, at)
      const made = page && freeze(page, at)
      if (kept.size < MAX_FROZEN_PAGES) kept.set(path, made)
      return made
    },
  }
}
