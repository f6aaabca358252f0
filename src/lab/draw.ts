/** Random draws from the distributions that worlds are made of, all from one seeded source. */
import type { Random } from '../env/index.ts'

export function exponential(random: Random): number {
  return -Math.log(1 - random.next())
}

/** Weibull with mean 1; a shape below 1 gives bursts. */
export function weibull(random: Random, shape: number): number {
  return exponential(random) ** (1 / shape) / gammaFunction(1 + 1 / shape)
}

/** Gamma of integer shape with mean 1, a sum of `shape` exponentials; more even than a Poisson process. */
export function evenly(random: Random, shape: number): number {
  let sum = 0
  for (let i = 0; i < shape; i++) sum += exponential(random)
  return sum / shape
}

export function logUniform(random: Random, low: number, high: number): number {
  return low * (high / low) ** random.next()
}

/** Γ(x) for x ≥ 1: Stirling's series at a large argument, brought back by Γ(x+1) = xΓ(x). */
export function gammaFunction(x: number): number {
  let shift = 1
  while (x < 12) shift *= x++
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  return (Math.sqrt((2 * Math.PI) / x) * Math.exp(x * (Math.log(x) - 1) + series)) / shift
}

/** Shuffles in place. */
export function shuffle<T>(list: T[], random: Random): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1))
    ;[list[i], list[j]] = [list[j]!, list[i]!]
  }
  return list
}
