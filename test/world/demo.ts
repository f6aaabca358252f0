/** The small web of the demonstration: a dozen sites, about six hundred pages, every pattern of change there is. */
import { blog } from './kinds/blog.ts'
import { docs } from './kinds/docs.ts'
import { farm } from './kinds/farm.ts'
import { news } from './kinds/news.ts'
import { shop } from './kinds/shop.ts'
import { soft404 } from './kinds/soft404.ts'
import { templateSite } from './kinds/template.ts'
import { wiki } from './kinds/wiki.ts'
import type { NoiseKind } from './noise.ts'
import { bursty, changing, logUniformRate, neverChanging, regular, webLike } from './schedule.ts'
import type { Site } from './site.ts'
import { noisy, onAddress, slow, validated } from './site-parts.ts'
import { serverAddress, startWorld, type World, type WorldOptions } from './world.ts'

const MILD: readonly NoiseKind[] = ['clock', 'counter', 'token']
const LOUD: readonly NoiseKind[] = ['clock', 'advert', 'token', 'counter', 'related', 'comment', 'script']

/** `seed` only affects the rates of the two sites that set their own; the rest follows the world's seed. */
export function demoSites(seed = 1): Site[] {
  return [
    noisy(LOUD, news('daily.demo.test', { birthsPerDay: 6, lifeDays: 7, rhythm: 'office' })),
    noisy(MILD, news('evening.demo.test', { birthsPerDay: 3, lifeDays: 10, language: 'no' })),
    validated(
      { etag: 'strong', lastModified: 'true' },
      blog('journal.demo.test', { posts: 35, changes: webLike() }),
    ),
    validated(
      { lastModified: 'lying' },
      blog('notes.demo.test', { posts: 20, lastmod: 'now', language: 'de' }),
    ),
    noisy(MILD, shop('shop.demo.test', { products: 70, changes: changing(0.2, 4) })),
    slow(
      40,
      shop('outlet.demo.test', {
        products: 40,
        changes: (_, path) => bursty(logUniformRate(0.1, 1, seed, path), seed, path),
        lastmod: 'none',
      }),
    ),
    docs('manual.demo.test', { chapters: 4, sections: 6, classes: 16, changes: changing(0.005, 0.05) }),
    wiki('wiki.demo.test', { articles: 40, changes: webLike(), outHost: 'manual.demo.test' }),
    noisy(
      LOUD,
      templateSite('homes.demo.test', {
        categories: 4,
        perCategory: 20,
        staff: 12,
        changes: changing(0.05, 1, ['poisson', 'habit']),
      }),
    ),
    templateSite('museum.demo.test', {
      categories: 3,
      perCategory: 12,
      staff: 5,
      languages: ['fr'],
      changes: neverChanging,
    }),
    templateSite('timetable.demo.test', {
      categories: 2,
      perCategory: 15,
      languages: ['es'],
      changes: (_, path) => regular(1, seed, path),
    }),
    soft404('old.demo.test', { pages: 8, dead: 6 }),
    ...farm(4, {
      pages: 5,
      hostsPerAddress: 4,
      domain: 'small.demo.test',
      changes: webLike(),
      chained: true,
    }).map(site => onAddress(serverAddress(500), site)),
  ]
}

/** Where a crawl of the whole demonstration starts. */
export function demoSeeds(): string[] {
  const hosts = demoSites().filter(site => site.kind !== 'farm')
  return [...hosts.map(({ host, entries }) => `http://${host}${entries[0]}`), 'http://h0.small.demo.test/']
}

/** Starts the demonstration. */
export function demoWorld(seed = 1, options: Omit<WorldOptions, 'sites' | 'seed'> = {}): Promise<World> {
  return startWorld({ ...options, sites: demoSites(seed), seed })
}
