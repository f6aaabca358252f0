/**
 * A newspaper: articles are born and die on the world's clock, the front page and the sections list the newest.
 * An article's id is its time of birth, so whether it exists is decided without a list of articles.
 */
import { chance, hash32, pick } from '../chance.ts'
import { type Entry, named, rss, sitemapXml } from '../feeds.ts'
import { frame, siteName, skin } from '../layout.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import {
  DAY_MS,
  delayed,
  filtered,
  habit,
  listed,
  merged,
  officeHours,
  poisson,
  type Schedule,
} from '../schedule.ts'
import type { Moment, Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { type Language, slug, title } from '../words.ts'

export interface NewsOptions {
  /** New articles per day (default 12). */
  readonly birthsPerDay?: number
  /** Days until an article is taken down (default 14). */
  readonly lifeDays?: number
  /** Corrections of one article per day (default 0.2). */
  readonly editsPerDay?: number
  readonly rhythm?: 'flat' | 'office'
  readonly language?: Language
}

const SECTIONS = ['world', 'sport', 'culture', 'money'] as const
const ON_FRONT = 20
const IN_SECTION = 15

export function news(host: string, options: NewsOptions = {}): Site {
  return { host, kind: 'news', entries: ['/'], find: new Newspaper(host, options).find }
}

class Newspaper {
  readonly #host: string
  readonly #options: Required<NewsOptions>
  readonly find: Site['find']

  constructor(host: string, options: NewsOptions) {
    this.#host = host
    this.#options = {
      birthsPerDay: 12,
      lifeDays: 14,
      editsPerDay: 0.2,
      rhythm: 'flat',
      language: 'en',
      ...options,
    }
    this.find = routes({
      '/': route => this.#front(route),
      '/section/:name': route => this.#section(route),
      '/archive/:day': route => this.#archive(route),
      '/:section/:id/:slug': route => this.#article(route),
      '/rss': route => this.#feed(route, 'application/rss+xml'),
      '/sitemap.xml': route => this.#feed(route, 'application/xml'),
    })
  }

  #births(seed: number): Schedule {
    const { birthsPerDay, rhythm } = this.#options
    return rhythm === 'office'
      ? habit(birthsPerDay, officeHours, 'births', seed)
      : poisson(birthsPerDay, 'births', seed)
  }
  #lifeMs = () => this.#options.lifeDays * DAY_MS
  #sectionOf = (seed: number, born: number) => pick(chance('section', seed, born), SECTIONS)
  #path = (seed: number, born: number) =>
    `/${this.#sectionOf(seed, born)}/${born.toString(36)}/${slug(seed, born)}`
  #title = (seed: number, born: number) => title(this.#options.language, 'article', seed, born)

  /** Articles that exist now, newest first. */
  #alive({ seed, nowMs }: Moment): number[] {
    return this.#births(seed)
      .changes(nowMs - this.#lifeMs(), nowMs)
      .toReversed()
  }

  #frame(seed: number, template: string, heading: string, main: readonly Child[]) {
    const menu = [['/', 'Front page'] as const, ...SECTIONS.map(name => [`/section/${name}`, name] as const)]
    return frame({ seed, template, title: heading, language: this.#options.language, menu, main })
  }

  #list(
    at: Moment,
    template: string,
    heading: string,
    articles: readonly number[],
    more: readonly Child[] = [],
  ): Page {
    const { seed } = at
    const teasers = articles.map(born =>
      el(
        'article',
        { class: skin(seed, 'teaser') },
        el('h2', {}, a(this.#path(seed, born), this.#title(seed, born))),
      ),
    )
    const draw = () => this.#frame(seed, template, heading, [el('h1', {}, heading), ...teasers, ...more])
    return { template, changeKind: 'item', draw }
  }

  /** A list changes when an article comes or goes, if that shows on it. */
  #listSchedule(seed: number, portion: number, shown: (nowMs: number) => readonly number[]): Schedule {
    const births = this.#births(seed)
    const comings = merged(births.kind, births, delayed(births, this.#lifeMs()))
    return filtered(comings, portion, at => shown(at - 1).join() !== shown(at).join())
  }

  #front(at: Route): Page {
    const shown = (nowMs: number) => this.#alive({ seed: at.seed, nowMs }).slice(0, ON_FRONT)
    const page = this.#list(at, 'front', siteName(at.seed), shown(at.nowMs), [
      el('p', {}, a('/archive/latest', 'All of today')),
    ])
    return { ...page, schedule: this.#listSchedule(at.seed, 0.5, shown) }
  }

  #section(at: Route): Page | undefined {
    const name = SECTIONS.find(known => known === at.part('name'))
    if (!name) return undefined
    const shown = (nowMs: number) =>
      this.#alive({ seed: at.seed, nowMs })
        .filter(born => this.#sectionOf(at.seed, born) === name)
        .slice(0, IN_SECTION)
    const schedule = this.#listSchedule(at.seed, 0.5 / SECTIONS.length, shown)
    return { ...this.#list(at, 'section', name, shown(at.nowMs)), schedule }
  }

  #archive(at: Route): Page | undefined {
    if (at.part('day') === 'latest')
      return { template: 'redirect', status: 302, location: `/archive/${dayOf(at.nowMs)}` }
    const start = Date.parse(`${at.part('day')}T00:00:00Z`)
    const oldest = at.nowMs - this.#lifeMs()
    if (!(start <= at.nowMs && start + DAY_MS > oldest)) return undefined
    const births = this.#births(at.seed)
    const articles = births.changes(Math.max(start - 1, oldest), Math.min(start + DAY_MS - 1, at.nowMs))
    const before =
      start > oldest
        ? [el('p', {}, a(`/archive/${dayOf(start - 1)}`, 'the day before', { rel: 'prev' }))]
        : []
    const ofDay = births.changes(start - 1, start + DAY_MS - 1)
    const times = [...ofDay, ...ofDay.map(born => born + this.#lifeMs()), start + this.#lifeMs()]
    return {
      ...this.#list(at, 'archive', at.part('day'), articles, before),
      schedule: listed([...new Set(times)]),
    }
  }

  #article({ seed, nowMs, pathname, part }: Route): Page | undefined {
    const born = Number.parseInt(part('id'), 36)
    if (!(born <= nowMs) || this.#births(seed).changes(born - 1, born).length === 0) return undefined
    if (pathname !== this.#path(seed, born)) return undefined
    const diesAt = born + this.#lifeMs()
    const times = { bornAt: born, diesAt }
    if (nowMs >= diesAt)
      return { template: 'gone', status: 410, ...times, bytes: () => 'This article is gone.' }
    const { language, editsPerDay } = this.#options
    return {
      template: 'article',
      ...times,
      schedule: poisson(editsPerDay, 'edits', seed, born),
      changeKind: 'sentence',
      fields: () => ({ title: this.#title(seed, born), section: this.#sectionOf(seed, born) }),
      draw: ({ edits }) =>
        this.#frame(seed, 'article', this.#title(seed, born), [
          el('h1', {}, this.#title(seed, born)),
          el('time', { datetime: new Date(born).toISOString() }, new Date(born).toUTCString()),
          ...story({
            language,
            paragraphs: 3 + (hash32('length', seed, born) % 6),
            edits,
            keys: [seed, born],
          }),
        ]),
    }
  }

  #feed(_: Route, type: string): Page {
    const home = `http://${this.#host}`
    const entries = (view: Moment): Entry[] =>
      this.#alive(view).map(born => ({
        url: home + this.#path(view.seed, born),
        title: this.#title(view.seed, born),
        at: born,
      }))
    const write = (list: readonly Entry[], { seed }: Moment) =>
      type === 'application/xml' ? sitemapXml(list) : rss(`${home}/`, siteName(seed), list.slice(0, ON_FRONT))
    return named('feed', type, entries, write)
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
