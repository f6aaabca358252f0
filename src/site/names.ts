/** Names for classes, from what their addresses have in common: people should recognise them. */
import { urlTokens } from './url-tokens.ts'

const COMMON = 0.6

export function nameClasses(groups: readonly (readonly string[])[], start: string): string[] {
  const used = new Set<string>()
  return groups.map(urls => {
    const wish = urls.includes(start) ? 'home' : (commonWord(urls) ?? 'page')
    let name = wish
    for (let i = 2; used.has(name); i++) name = `${wish}-${i}`
    used.add(name)
    return name
  })
}

/** The most telling token that most addresses share: a first word of the file, else the nearest folder. */
function commonWord(urls: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const url of urls) for (const token of urlTokens(url)) counts.set(token, (counts.get(token) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count >= COMMON * urls.length).map(([token]) => token)
  for (const kind of ['first ', 'file ', 'tail ', 'folder ', '5 ', '4 ', '3 ', '2 ', '1 ', '0 ', '?']) {
    const word = common.find(
      token => token.startsWith(kind) && /[\p{L}]{2}/u.test(cleaned(token.slice(kind.length))),
    )
    if (word !== undefined) return cleaned(word.slice(kind.length))
  }
  return undefined
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
