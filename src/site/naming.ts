/** Names for classes, from what their addresses have in common, so that people recognize them. */
import { urlTokens } from './sketch/url-tokens.ts'

const MIN_LEAD = 0.15
/** Words of the Web in general, not of the site. */
const GENERAL =
  /^(?:index\w?|default|home|page|html?|php|aspx?|year|www|pages?|view|show|item|wiki|the|[a-z]{2}-[a-z]{2})$/i

export function nameClasses(groups: readonly (readonly string[])[], start: string): string[] {
  const used = new Set<string>()
  const everywhere = wordShares(groups.flat())
  return groups.map(urls => {
    const wish = isHome(urls, start) ? 'home' : (tellingWord(urls, everywhere) ?? 'page')
    let name = wish
    for (let i = 2; used.has(name); i++) name = `${wish}-${i}`
    used.add(name)
    return name
  })
}

/** Whether the class is the home page. A start somewhere inside a site may be one of many pages like it. */
function isHome(urls: readonly string[], start: string): boolean {
  return urls.includes(start) && (urls.length === 1 || /^[a-z]+:\/\/[^/]*\/(?:[^/?]*)$/i.test(start))
}

/** The word that many addresses of the class have and few others do. */
function tellingWord(urls: readonly string[], everywhere: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined
  let most = MIN_LEAD
  for (const [word, share] of wordShares(urls)) {
    const lead = share - 0.9 * everywhere.get(word)!
    if (lead <= most || (urls.length > 2 && share * urls.length < 2)) continue
    most = lead
    best = word
  }
  return best
}

/** For each word, the share of addresses that have it; the first word of a file name and the nearest folder count a little more. */
function wordShares(urls: readonly string[]): Map<string, number> {
  const shares = new Map<string, number>()
  for (const url of urls) {
    const words = new Map<string, number>()
    for (const token of urlTokens(url)) {
      const word = wordIn(token)
      if (word !== undefined) words.set(word, Math.max(words.get(word) ?? 0, weightOf(token)))
    }
    for (const [word, weight] of words) shares.set(word, (shares.get(word) ?? 0) + weight / urls.length)
  }
  return shares
}

function weightOf(token: string): number {
  return token.startsWith('first ') || token.startsWith('tail ') ? 1.2 : token.startsWith('folder ') ? 1.1 : 1
}

function wordIn(token: string): string | undefined {
  if (token.startsWith('depth') || token.startsWith('end')) return undefined
  const word = cleaned(token.startsWith('?') ? token.slice(1) : token.slice(token.indexOf(' ') + 1))
  return word.length < 3 || GENERAL.test(word) || !/\p{L}{2}/u.test(word) ? undefined : word
}

function cleaned(word: string): string {
  return decoded(word)
    .replace(/[^\p{L}\p{N}_-]+/gu, '')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 40)
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** The common form of addresses: segments that agree, `*` for those that do not. */
export function addressForm(urls: readonly string[]): string {
  const split = urls.map(url => new URL(url).pathname.split('/').slice(1))
  const longest = Math.max(...split.map(segments => segments.length))
  const shortest = Math.min(...split.map(segments => segments.length))
  const form: string[] = []
  for (let i = 0; i < shortest; i++) {
    const first = split[0]![i]!
    form.push(split.every(segments => segments[i] === first) ? first : '*')
  }
  return `/${form.join('/')}${longest > shortest ? '/…' : ''}`
}
