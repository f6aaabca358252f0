/** What hostile shapes are made of. */

/** By name; each makes about as many bytes as it is asked for. */
export type Shapes = Readonly<Record<string, (size: number) => Buffer>>

/** `unit` until `size` is reached, between a beginning and an end. */
export const repeated = (unit: string, before = '', after = '') => {
  const length = Buffer.byteLength(unit)
  return (size: number) =>
    Buffer.from(
      before +
        unit.repeat(
          Math.max(1, Math.floor((size - Buffer.byteLength(before) - Buffer.byteLength(after)) / length)),
        ) +
        after,
    )
}

/** Like `repeated`, with units that are all different. */
export const numbered =
  (unit: (n: number) => string, before = '', after = '') =>
  (size: number) => {
    const parts = [before]
    for (let n = 0, length = before.length + after.length; length < size; n++) {
      const part = unit(n)
      parts.push(part)
      length += part.length
    }
    return Buffer.from(parts.join('') + after)
  }

/** One half opens elements, the other half is what stands inside of all of them. */
export const nested = (open: string, inside = 'word ') => {
  return (size: number) =>
    Buffer.concat([repeated(open)(Math.floor(size / 2)), repeated(inside)(Math.ceil(size / 2))])
}

/** So many open elements, and then the rest: readers that look along the elements around pay for each. */
export const below = (open: string, depth: number, unit: string) => repeated(unit, open.repeat(depth))

export const jsonLd = (unit: string, before = '', after = '') =>
  repeated(unit, `<script type="application/ld+json">${before}`, `${after}</script>`)
