/** Formats numbers and times for people. */

export function shownTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().replace('T', ' ').slice(0, 19)
}

/** Numbers from 100 with thousands separators (`20,201`), smaller ones with three significant digits. */
export function shownNumber(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))
}

/** `1 page`, `2 pages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function shownShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

export function shownBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}
