/** The parts of a page that headings divide it into, and its title among the headings. */
import type { ContentBlock } from './content-blocks.ts'

/** The blocks under one heading. */
export interface Section {
  readonly level: number
  readonly start: number
  readonly headingInTitle: number
  blocks: number
  chars: number
  linkChars: number
  prose: number
}

const HEADING = /^h[1-6]$/
/** A heading with this share of the words of the page's title is the title of the text. */
const MIN_IN_TITLE = 0.6

/** For each block its section; `inTitle` says how much of each block is in the title of the page. */
export function sectionsOf(
  blocks: readonly ContentBlock[],
  isProse: readonly boolean[],
  inTitle: readonly number[],
): readonly Section[] {
  let section: Section | undefined
  return blocks.map(({ element, chars, linkChars }, i) => {
    const isHeading = HEADING.test(element.name)
    if (section === undefined || isHeading) {
      const level = isHeading ? Number(element.name[1]) : 0
      const headingInTitle = isHeading ? inTitle[i]! : 0
      section = { level, start: i, headingInTitle, blocks: 0, chars: 0, linkChars: 0, prose: 0 }
    }
    section.blocks++
    section.chars += chars
    section.linkChars += linkChars
    if (isProse[i]) section.prose += chars
    return section
  })
}

/** The block with the title of the text: the first heading that says what the title of the page says, or else the first of the highest. */
export function titleBlock(sections: readonly Section[]): number {
  let best: Section | undefined
  for (const section of sections) {
    if (section.level === 0 || section === best) continue
    if (section.headingInTitle >= MIN_IN_TITLE && section.level <= 2) return section.start
    if (best === undefined || section.level < best.level) best = section
  }
  return best?.start ?? -1
}
