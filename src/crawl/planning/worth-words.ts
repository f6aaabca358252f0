import type { Worth } from '../../refresh/index.ts'

interface Named {
  readonly url: string
  readonly worth: Worth
}

/** Explains to people why a page got a place and another one lost it, with both sides of the comparison in numbers. */
export function choiceWords(
  newcomer: Named,
  replaced: Named | null,
): { readonly chosen: string; readonly replaced: string } {
  const promise = worthWords(newcomer.worth)
  if (!replaced) return { chosen: `chosen for a free place: worth ${promise}`, replaced: '' }
  const lost = worthWords(replaced.worth)
  return {
    chosen: `chosen: worth ${promise}, in place of ${replaced.url}, worth ${lost}`,
    replaced: `worth ${lost}; ${newcomer.url}, worth ${promise}, has its place`,
  }
}

function worthWords({ worth, weight, links, depth, refreshing, odds }: Worth): string {
  const parts = [
    `weight ${short(weight)}`,
    `links ${short(links)}`,
    `depth ${depth}`,
    `refreshing buys ${percent(refreshing)}`,
    ...(odds < 1 ? [`${percent(odds)} likely to be there`] : []),
  ]
  return `${short(worth)} (${parts.join(', ')})`
}

const short = (value: number) => String(Number(value.toPrecision(3)))
const percent = (share: number) => `${Math.round(100 * share)} %`
