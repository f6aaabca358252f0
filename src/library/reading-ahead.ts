/** More than a disk serves at once, and few enough to be in memory together. */
const AT_ONCE = 8

/**
 * What becomes of each item, in their order; the next ones are begun before they are asked for. A page comes out of the archive in
 * many small steps, and in a process that does other work each of them waits its turn: side by side, they wait together.
 */
export async function* readingAhead<A, B>(
  items: Iterable<A> | AsyncIterable<A>,
  read: (item: A) => Promise<B>,
): AsyncGenerator<B> {
  const begun: Promise<B>[] = []
  try {
    for await (const item of items) {
      begun.push(read(item))
      if (begun.length === AT_ONCE) yield begun.shift()!
    }
    while (begun.length > 0) yield begun.shift()!
  } finally {
    // Whoever stops early, or hears of a failure, does not wait for the rest.
    for (const each of begun) each.catch(() => {})
  }
}
