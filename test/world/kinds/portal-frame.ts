/** All that the programs of a portal share: how a page is put together. */
import { frame } from '../layout.ts'
import { a, type Child, el } from '../markup.ts'
import type { Route } from '../routes.ts'
import type { Page } from '../site.ts'
import { title } from '../words.ts'

export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
export const nameOf = (seed: number, kind: string, n: number) => title('en', kind, seed, n)

export const list = (name: string, links: readonly (readonly [href: string, text: string])[]) =>
  el('ul', { class: name }, ...links.map(([href, text]) => el('li', {}, a(href, text))))

interface Drawn {
  readonly template: string
  readonly heading: string
  readonly main: readonly Child[]
  readonly trap?: boolean
}

/** Each program has its own frame. */
export function drawn(route: Route, program: string, { template, heading, main, trap }: Drawn): Page {
  const { seed } = route
  const menu = MENUS[program] ?? []
  const parts = [el('h1', { class: `${program}-title` }, heading), ...main]
  return {
    template,
    ...(trap ? { trap } : {}),
    draw: () => frame({ seed: seed + program.length, template, title: heading, menu, main: parts }),
  }
}

const MENUS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  front: [
    ['/show.php?view=regions', 'Catalog'],
    ['/forum/', 'Forum'],
    ['/wiki/', 'Wiki'],
    ['/gallery/', 'Pictures'],
  ],
  catalog: [
    ['/', 'Home'],
    ['/show.php?view=regions', 'Regions'],
  ],
  board: [
    ['/', 'Home'],
    ['/forum/', 'All boards'],
  ],
  wiki: [
    ['/wiki/', 'Main page'],
    ['/', 'Home'],
  ],
  pictures: [
    ['/gallery/', 'Albums'],
    ['/', 'Home'],
  ],
}
