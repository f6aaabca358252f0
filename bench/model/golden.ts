/** Golden sets as files: with where a site comes from, and how to serve it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Golden } from '../../src/site/index.ts'

/** A golden set as a file of the bench. */
export interface GoldenSite extends Golden {
  readonly name: string
  readonly how_to_get: string
  readonly root_dir: string
  readonly serve: string
  readonly start: string
}

export function readGolden(folder: string, only: readonly string[] = []): GoldenSite[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .map(file => ({
      // Patterns speak of files; pages have the addresses they had before they were mirrored.
      ...JSON.parse(readFileSync(join(folder, file), 'utf8').replaceAll('\\\\ufe56', '\\\\?')),
      name: file.replace('.json', ''),
    }))
    .filter(golden => only.length === 0 || only.includes(golden.name))
}

/** The host whose absolute links mean the site itself: named in the note on serving, else one of our own. */
export function originOf(golden: GoldenSite): string {
  const hosts = golden.serve.match(/\b[\w-]+(?:\.[\w-]+)*\.(?!html\b)[a-z]{2,}\b/g) ?? []
  return hosts.length === 0 ? 'http://site.test' : `https://${hosts.at(-1)}`
}
