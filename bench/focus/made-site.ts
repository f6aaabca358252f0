/**
 * A made site of twelve subjects, so that a focused crawl can be judged without real documents. The start page leads to subjects only by number, their
 * articles stand on lists of five that each lead to the next, and half of the links to articles say nothing ("more"). Articles lead to two others of
 * their subject and to one of another; half of what they say is words of their own. 865 pages, the same every time.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const SUBJECTS: Readonly<Record<string, string>> = {
  boats: 'boat sail harbor mast crew keel anchor wind rigging',
  trains: 'train rail station engine track signal wagon timetable platform',
  soups: 'soup onion pan stove salt broth carrot spoon lentil',
  stars: 'star planet orbit comet telescope moon galaxy dust eclipse',
  horses: 'horse saddle stable hoof rider mare hay gallop bridle',
  paints: 'paint brush canvas oil pigment easel frame sketch varnish',
  clocks: 'clock spring gear dial pendulum hour escapement chime winder',
  bees: 'bee hive honey comb queen swarm nectar pollen drone',
  chess: 'chess pawn bishop castle check opening endgame rook gambit',
  bridges: 'bridge arch cable pillar span truss girder river toll',
  glass: 'glass furnace bubble lens window mirror pane blower cullet',
  maps: 'map scale contour compass atlas legend meridian survey chart',
}
/** Said everywhere. */
const COMMON = 'the people of this place often tell how it was made and who came to see it last year'
const ARTICLES = 60
const ON_A_LIST = 5

export const MADE_TOPICS: readonly string[] = ['boats', 'soups', 'stars'].map(
  name => `${name}=/${name}/article=${SUBJECTS[name]!.split(' ').slice(0, 4).join(' ')}`,
)

/** Writes the site to a new folder. */
export async function madeSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-focus-'))
  for (const [path, html] of pages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `<!doctype html><html lang=en>${html}`)
  }
  return folder
}

function* pages(): Generator<readonly [string, string]> {
  const names = Object.keys(SUBJECTS)
  const start = names.map((name, n) => `<a href="/${name}/list0.html">part ${n}</a>`)
  yield ['index.html', `<title>Start</title><h1>Parts</h1>${start.join(' ')}`]
  for (const [n, name] of names.entries()) {
    for (let at = 0; at < ARTICLES; at++) {
      if (at % ON_A_LIST === 0) yield [`${name}/list${at}.html`, listPage(name, at)]
      yield [`${name}/article${at}.html`, articlePage(name, at, names[(n + 1 + (at % 7)) % names.length]!)]
    }
  }
}

function listPage(name: string, first: number): string {
  const items = Array.from({ length: ON_A_LIST }, (_, i) => {
    const at = first + i
    return `<li><a href="/${name}/article${at}.html">${at % 2 === 0 ? titleOf(name, at) : 'more'}</a></li>`
  })
  const next = first + ON_A_LIST < ARTICLES ? `<a href="/${name}/list${first + ON_A_LIST}.html">next</a>` : ''
  return `<title>List</title><h1>Articles</h1><ul>${items.join('')}</ul>${next} <a href="/">start</a>`
}

function articlePage(name: string, at: number, other: string): string {
  const words = SUBJECTS[name]!.split(' ')
  const told = Array.from({ length: 30 }, (_, i) => words[(at * 3 + i * 2) % words.length]!)
  const related = [at + 7, at + 19].map(
    n => `<a href="/${name}/article${n % ARTICLES}.html">${titleOf(name, n % ARTICLES)}</a>`,
  )
  return `<title>${titleOf(name, at)}</title><h1>${titleOf(name, at)}</h1><p>${told.join(' ')} ${COMMON}</p><p>${ownWords(`${name}${at}`)}</p>${related.join(' ')} <a href="/${other}/article${at}.html">elsewhere</a> <a href="/">start</a>`
}

const OWN_WORDS = 40
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ')

/** Words that no other page has, by the digest of its name. */
function ownWords(name: string): string {
  const words = Array.from({ length: OWN_WORDS }, (_, i) => {
    const digest = createHash('sha1').update(`${name} ${i}`).digest()
    return Array.from({ length: 4 }, (_, n) => SYLLABLES[digest[n]! % SYLLABLES.length]).join('')
  })
  return words.join(' ')
}

function titleOf(name: string, at: number): string {
  const words = SUBJECTS[name]!.split(' ')
  return `The ${words[at % words.length]} and the ${words[(at + 3) % words.length]} ${at}`
}
