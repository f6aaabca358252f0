/** Plain pages for sites where the answer matters more than the looks. */
import { frame } from './layout.ts'
import { a, el } from './markup.ts'
import type { Page } from './site.ts'
import { story } from './story.ts'

/** A page that links to these places. */
export function listing(seed: number, template: string, heading: string, hrefs: readonly string[]): Page {
  const links = hrefs.map(href => el('li', {}, a(href, href)))
  return {
    template,
    draw: () =>
      frame({ seed, template, title: heading, main: [el('h1', {}, heading), el('ul', {}, ...links)] }),
  }
}

/** A page with its own text and a link home. */
export function leaf(seed: number, template: string, heading: string, paragraphs = 2): Page {
  const menu = [['/', 'home']] as const
  return {
    template,
    changeKind: 'sentence',
    draw: ({ edits }) => {
      const text = story({ language: 'en', paragraphs, edits, keys: [seed, heading] })
      return frame({ seed, template, title: heading, menu, main: [el('h1', {}, heading), ...text] })
    },
  }
}
