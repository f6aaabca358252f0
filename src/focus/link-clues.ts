/** What is known about a link that was not followed yet. */
import { hostOf, urlPattern } from '../url/index.ts'
import type { LinkClues } from './link-predictor.ts'

/** What the pages with the link say about it. */
export interface LinkStanding {
  /** Stems of the link's text, and of its address. */
  readonly anchor: readonly string[]
  readonly address: readonly string[]
  /** Mean relevance of the pages with the link. */
  readonly parents: number
  /** Steps since the last relevant page on the way there; 0 if a relevant page links to it. */
  readonly since: number
}

export interface TopicShares {
  readonly anchor: number
  readonly address: number
}

const MAX_SINCE = 4
/** Number of a path's folders used as clues: deeper ones are single pages. */
const MAX_FOLDERS = 3

export function cluesOf(url: string, standing: LinkStanding, shares: TopicShares): LinkClues {
  const clues = new Map<string, number>([
    ['bias', 1],
    ['parent', standing.parents],
    ['anchor', shares.anchor],
    ['address', shares.address],
    [`since ${Math.min(MAX_SINCE, standing.since)}`, 1],
    [`host ${hostOf(url)}`, 1],
    [`pattern ${urlPattern(url)}`, 1],
  ])
  for (const stem of standing.anchor) clues.set(`“${stem}”`, 1)
  for (const stem of standing.address) clues.set(`/${stem}`, 1)
  for (const folder of foldersOf(url)) clues.set(`below ${folder}`, 1)
  return clues
}

function foldersOf(url: string): string[] {
  const [, host = '', path = ''] = /^[a-z]+:\/\/([^/]*)(\/[^?#]*)?/i.exec(url) ?? []
  const parts = path.split('/').slice(1, -1).slice(0, MAX_FOLDERS)
  return parts.map((_, i) => `${host}/${parts.slice(0, i + 1).join('/')}/`)
}
