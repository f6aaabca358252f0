/** Many small hosts, each a ring of pages, each on its own address or several to an address. */
import { frame } from '../layout.ts'
import { a, el } from '../markup.ts'
import { routes } from '../routes.ts'
import { neverChanging, type Plan } from '../schedule.ts'
import type { Page, Site } from '../site.ts'
import { editsFor, story } from '../story.ts'
import { serverAddress } from '../world.ts'

export interface FarmOptions {
  /** Pages of each host (default 10). */
  readonly pages?: number
  /** Hosts on one address (default 1). */
  readonly hostsPerAddress?: number
  readonly paragraphs?: number
  readonly changes?: Plan
  /** Whether each host's home page links to the next host (default true), so that one seed reaches all. */
  readonly chained?: boolean
  readonly domain?: string
  /** Index of its first address, for farms beside other sites. */
  readonly firstAddress?: number
}

export function farm(hosts: number, options: FarmOptions = {}): Site[] {
  const { hostsPerAddress = 1, domain = 'farm.test', firstAddress = 10_000 } = options
  const name = (index: number) => `h${index % hosts}.${domain}`
  return Array.from({ length: hosts }, (_, index) => ({
    host: name(index),
    kind: 'farm',
    address: serverAddress(firstAddress + Math.floor(index / hostsPerAddress)),
    entries: ['/'],
    find: ringOf((options.chained ?? true) && hosts > 1 ? `http://${name(index + 1)}/` : undefined, options),
  }))
}

function ringOf(neighbour: string | undefined, options: FarmOptions): Site['find'] {
  const { pages = 10, paragraphs = 4, changes = neverChanging } = options
  const path = (page: number) => (page % pages === 0 ? '/' : `/p/${page % pages}`)
  const page = (seed: number, number: number): Page | undefined => {
    if (number >= pages) return undefined
    const near = [1, 2, 3, 5].map(step =>
      el('li', {}, a(path(number + step), `page ${(number + step) % pages}`)),
    )
    const out = number === 0 && neighbour ? [el('p', {}, a(neighbour, 'next host'))] : []
    return {
      template: number === 0 ? 'home' : 'leaf',
      schedule: changes(seed, path(number)),
      changeKind: 'sentence',
      draw: view => {
        const text = story({
          language: 'en',
          paragraphs,
          edits: editsFor(view, 'sentence', 'sentence'),
          keys: [seed, number],
        })
        return frame({
          seed,
          template: 'leaf',
          title: `Page ${number}`,
          main: [el('h1', {}, `Page ${number}`), ...text, el('ul', {}, ...near), ...out],
        })
      },
    }
  }
  return routes({
    '/': ({ seed }) => page(seed, 0),
    '/p/:id#': ({ seed, number }) => (number('id') === 0 ? undefined : page(seed, number('id'))),
  })
}
