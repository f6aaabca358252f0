/**
 * Decides which pieces are main text. Text in nav, header, footer and aside (by element or role) is not, nor is a menu: a block of nothing
 * but short links above or below all running text; an element named like a footer or a sidebar, unless it holds most of the page; or one
 * named like a menu that holds mostly short links or little text. The rule must be stable rather than clever: it looks at names and at
 * single blocks, and if it leaves too little, it takes back first the menus, then everything.
 */
import { IDEOGRAPH, kindOf } from '../text/letters.ts'
import { isSureDoubt } from './open-elements.ts'
import type { Pieces, Standing } from './pieces.ts'
import { LINKS, MAIN } from './regions.ts'

const MIN_MENU_LINKS = 4
const MIN_RUNNING_CHARS = 60
/** A Han or Kana character says as much as two or three letters. */
const IDEOGRAPH_LETTERS = 2.5
const MAX_MENU_LINK_CHARS = 20
const MENU_SHARE = 0.9
const NAMED_SHARE = 0.6
const NAMED_CHARACTERS = 150
const MAX_NAMED_PIECE_CHARS = 25
/** With fewer characters or a smaller share of the page, what is left cannot be the main text. */
const MIN_CHARS = 200
const MIN_SHARE = 0.02
const MOST_OF_IT = 0.5

interface Block {
  characters: number
  linked: number
  pieces: number
  links: number
}

export function markMain(pieces: Pieces): void {
  const menus = blocksBy(
    pieces,
    standing => (standing.within || standing.apart ? 0 : standing.container),
    isMenu,
  )
  const all = charactersWhere(pieces, () => true)
  const most = MOST_OF_IT * charactersWhere(pieces, ({ apart }) => !apart)
  const named = blocksBy(
    pieces,
    standing => standing.doubt,
    (block, doubt) => isNamedMenu(block) || (isSureDoubt(doubt) && block.characters < most),
  )
  const isEnough = (characters: number) =>
    characters >= MIN_SHARE * all && (characters >= MIN_CHARS || characters >= MOST_OF_IT * all)
  const isNamed = ({ apart, doubt }: Standing) => apart || named.has(doubt)
  const [first, last] = runningText(pieces, isNamed)
  const choices: ((standing: Standing, at: number) => boolean)[] = [
    (standing, at) => !isNamed(standing) && ((at > first && at < last) || !menus.has(standing.container)),
    ({ apart }) => !apart,
  ]
  const chosen = choices.find(choice => isEnough(charactersWhere(pieces, choice))) ?? (() => true)
  pieces.list.forEach((piece, at) => {
    if (chosen(piece.standing, at)) piece.flags |= MAIN
  })
}

/** The first and the last piece that is a sentence and not a link: a list of links between them is part of the main text. */
function runningText(pieces: Pieces, isNamed: (standing: Standing) => boolean): readonly [number, number] {
  const runs = ({ characters, linked, standing }: Pieces['list'][number]) =>
    characters >= MIN_RUNNING_CHARS && linked < characters / 2 && !isNamed(standing)
  return [pieces.list.findIndex(runs), pieces.list.findLastIndex(runs)]
}

function charactersWhere(pieces: Pieces, chosen: (standing: Standing, at: number) => boolean): number {
  let characters = 0
  pieces.list.forEach((piece, at) => {
    if (chosen(piece.standing, at)) characters += piece.characters
  })
  return characters
}

/** Groups pieces by the key that `of` returns (0: none), and returns the keys of the groups that `wanted` accepts. */
function blocksBy(
  pieces: Pieces,
  of: (standing: Standing) => number,
  wanted: (block: Block, key: number) => boolean,
): ReadonlySet<number> {
  const blocks = new Map<number, Block>()
  for (const piece of pieces.list) {
    const key = of(piece.standing)
    if (key === 0) continue
    let block = blocks.get(key)
    if (block === undefined) blocks.set(key, (block = { characters: 0, linked: 0, pieces: 0, links: 0 }))
    const width = widthOf(piece.masked)
    block.characters += piece.characters * width
    block.linked += piece.linked * width
    if (piece.flags & LINKS) block.links++
    else block.pieces++
  }
  return new Set([...blocks].filter(([key, block]) => wanted(block, key)).map(([key]) => key))
}

/** How many letters a character of this text is worth. */
const widthOf = (text: string): number =>
  text !== '' && kindOf(text.charCodeAt(text.length >> 1)) === IDEOGRAPH ? IDEOGRAPH_LETTERS : 1

function isMenu({ characters, linked, pieces, links }: Block): boolean {
  if (links < MIN_MENU_LINKS || pieces === 0) return false
  return linked >= MENU_SHARE * characters && characters / pieces <= MAX_MENU_LINK_CHARS
}

/** An element named like a menu but full of headlines or text is content. */
const isNamedMenu = ({ characters, linked, pieces }: Block): boolean =>
  characters <= NAMED_CHARACTERS ||
  (linked >= NAMED_SHARE * characters && characters <= MAX_NAMED_PIECE_CHARS * pieces)
