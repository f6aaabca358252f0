/** A golden set: the classes of a site as patterns of its addresses, and the links between them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GoldenClass {
  readonly name: string
  readonly regex: string
  readonly pages: number
  /** Classes of one template carry the same word. */
  readonly template: string
  /** No content of its own: not scored. */
  readonly trap?: boolean
}

export interface GoldenLink {
  readonly from: string
  readonly to: string
  readonly type: 'list' | 'menu' | 'singleton' | 'form'
  /** Share of the source pages that have it. */
  readonly coverage: number
}

export interface Golden {
  readonly name: string
  readonly how_to_get: string
  readonly root_dir: string
  readonly serve: string
  readonly start: string
  readonly classes: readonly GoldenClass[]
  readonly links: readonly GoldenLink[]
}

export function readGolden(folder: string, only: readonly string[] = []): Golden[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .map(file => ({
      ...JSON.parse(readFileSync(join(folder, file), 'utf8')),
      name: file.replace('.json', ''),
    }))
    .filter(golden => only.length === 0 || only.includes(golden.name))
}

/** The host whose absolute links mean the site itself: named in the note on serving, else one of our own. */
export function originOf(golden: Golden): string {
  const hosts = golden.serve.match(/\b[\w-]+(?:\.[\w-]+)*\.(?!html\b)[a-z]{2,}\b/g) ?? []
  return hosts.length === 0 ? 'http://site.test' : `https://${hosts.at(-1)}`
}

/** Tells the class of an address, or undefined; patterns are written for decoded paths. */
export function classifier(golden: Golden): (url: string) => GoldenClass | undefined {
  const patterns = golden.classes.map(one => ({ one, regex: new RegExp(one.regex) }))
  return url => {
    const { pathname, search } = new URL(url)
    for (const text of [decoding(pathname + search), decoding(pathname), pathname + search]) {
      const found = patterns.find(({ regex }) => regex.test(text))
      if (found !== undefined) return found.one
    }
    return undefined
  }
}

function decoding(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
