import { templatePath } from '../sketch/template-path.ts'
import type { KindProfile } from './profile.ts'

/** The structure of a model that was made when whole paths counted, in the paths that count now; that of a newer model as it is. */
export function withTemplatePaths(profile: KindProfile): KindProfile {
  const paths = profile.words.map(templatePath)
  if (paths.every((path, i) => path === profile.words[i])) return profile
  const words = [...new Set(paths)]
  const numberOf = new Map(words.map((word, i) => [word, i]))
  const merged = paths.map(path => numberOf.get(path)!)
  const weights = words.map(() => 0)
  const variances = words.map(() => 0)
  for (const [i, word] of merged.entries()) {
    weights[word]! += profile.weights[i]!
    variances[word] = Math.max(variances[word]!, profile.variances[i]!)
  }
  return { words, weights, variances, shares: profile.shares.map(sparse => mergedShares(sparse, merged)) }
}

/** A page has a path if it has one of those it stands for: as many pages as have the most frequent, at least. */
function mergedShares(sparse: readonly number[], merged: readonly number[]): number[] {
  const shares = new Map<number, number>()
  for (let i = 0; i < sparse.length; i += 2) {
    const word = merged[sparse[i]!]!
    shares.set(word, Math.max(shares.get(word) ?? 0, sparse[i + 1]!))
  }
  return [...shares].flat()
}
