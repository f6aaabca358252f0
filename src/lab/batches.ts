/**
 * The share of a world's changes that come in batches: days on which a group (all pages, a directory, a host) changes far more than on
 * average. Where the share is small, what one visit finds says nothing about other pages, and group clocks gain nothing.
 */
import { directoriesOf } from '../refresh/index.ts'
import { addressOf, type LabWorld } from './world.ts'

/** A day is a batch if at least this many times the daily average, and at least this many pages, change on it. */
const FAR_MORE = 5
const MIN_PAGES = 3

export function batchShare(world: LabWorld): number {
  const groups = pagesByGroup(world)
  const isBatched = new Uint8Array(world.changes.times.length)
  for (const pages of groups.values()) if (pages.length >= MIN_PAGES) markBatches(world, pages, isBatched)
  let batched = 0
  for (const each of isBatched) batched += each
  return batched / Math.max(1, isBatched.length)
}

function pagesByGroup(world: LabWorld): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (let page = 0; page < world.pages; page++)
    for (const name of ['', ...directoriesOf(addressOf(world, page))]) {
      const pages = groups.get(name)
      if (pages) pages.push(page)
      else groups.set(name, [page])
    }
  return groups
}

function markBatches(world: LabWorld, pages: readonly number[], isBatched: Uint8Array): void {
  const days = new Uint32Array(Math.ceil(world.spanDays) + 1)
  const changedDays = pages.map(page => new Set(changesOf(world, page).map(([, day]) => day)))
  let total = 0
  for (const set of changedDays)
    for (const day of set) {
      days[day]!++
      total++
    }
  const least = Math.max(MIN_PAGES, (FAR_MORE * total) / world.spanDays)
  for (const page of pages)
    for (const [change, day] of changesOf(world, page)) if (days[day]! >= least) isBatched[change] = 1
}

/** Index and day of each change of a page. */
function changesOf({ changes }: LabWorld, page: number): [change: number, day: number][] {
  const first = changes.starts[page]!
  return Array.from({ length: changes.starts[page + 1]! - first }, (_, i) => [
    first + i,
    Math.floor(changes.times[first + i]!),
  ])
}
