/**
 * Which pieces are the page's matter. What stands in nav, header, footer and aside (by element, role or a telling
 * name) is not, nor is a menu: a block of short links and nothing else. The rule must be steady rather than clever: it looks at
 * names and at single blocks, and when it leaves too little it takes back first the menus, then everything.
 */

import type { Pieces } from './pieces.ts'
import { LINKS, MAIN } from './regions.ts'

const FEWEST_MENU_LINKS = 4
const LONGEST_MENU_LINK = 20
const MENU_SHARE = 0.9
/** With fewer characters or a smaller share of the page, what is left cannot be what people come for. */
const FEWEST_CHARACTERS = 200
const SMALLEST_SHARE = 0.1
const MOST_OF_IT = 0.5

interface Block {
  characters: number
  linked: number
  pieces: number
  links: number
}

export function markMain(pieces: Pieces): void {
  const menus = menusOf(pieces)
  const all = charactersWhere(pieces, () => true)
  const isEnough = (characters: number) =>
    characters >= SMALLEST_SHARE * all && (characters >= FEWEST_CHARACTERS || characters >= MOST_OF_IT * all)
  const choices: ((at: number) => boolean)[] = [
    at => !pieces.list[at]!.standing.apart && !menus.has(pieces.list[at]!.standing.container),
    at => !pieces.list[at]!.standing.apart,
  ]
  const chosen = choices.find(choice => isEnough(charactersWhere(pieces, choice))) ?? (() => true)
  for (let at = 0; at < pieces.list.length; at++) if (chosen(at)) pieces.list[at]!.flags |= MAIN
}

function charactersWhere(pieces: Pieces, chosen: (at: number) => boolean): number {
  let characters = 0
  for (let at = 0; at < pieces.list.length; at++) if (chosen(at)) characters += pieces.list[at]!.characters
  return characters
}

/** The containers that are menus. Inside an article or main element there are none. */
function menusOf(pieces: Pieces): Set<number> {
  const blocks = new Map<number, Block>()
  for (const piece of pieces.list) {
    if (piece.standing.within || piece.standing.apart) continue
    const { container } = piece.standing
    const block = blocks.get(container) ?? { characters: 0, linked: 0, pieces: 0, links: 0 }
    block.characters += piece.characters
    block.linked += piece.linked
    if (piece.flags & LINKS) block.links++
    else block.pieces++
    blocks.set(container, block)
  }
  const menus = new Set<number>()
  for (const [container, block] of blocks) if (isMenu(block)) menus.add(container)
  return menus
}

function isMenu({ characters, linked, pieces, links }: Block): boolean {
  if (links < FEWEST_MENU_LINKS || pieces === 0) return false
  return linked >= MENU_SHARE * characters && characters / pieces <= LONGEST_MENU_LINK
}
