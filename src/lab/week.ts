/** A week of 168 hours with working hours: the habit of world P3. */

/** Relative frequency of changes in each hour from Monday 0:00; the mean is 1. */
export const WORKING_WEEK: Float64Array = (() => {
  const hours = Float64Array.from({ length: 168 }, (_, hour) => {
    const weekend = hour >= 120
    const day = hour % 24 >= 8 && hour % 24 < 18
    return weekend ? 0.1 : day ? 3 : 0.3
  })
  const mean = hours.reduce((sum, each) => sum + each, 0) / 168
  return hours.map(each => each / mean)
})()

/** The wall time at which `days` of operational time have passed since day 0. */
export function fromOperational(week: Float64Array, days: number): number {
  const weeks = Math.floor(days / 7)
  let left = (days - weeks * 7) * 24
  for (let hour = 0; hour < 168; hour++) {
    const runs = week[hour]!
    if (left <= runs) return weeks * 7 + (hour + left / runs) / 24
    left -= runs
  }
  return (weeks + 1) * 7
}
