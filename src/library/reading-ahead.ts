/** More than a disk serves at once, and few enough to be held in memory together. */
const AT_ONCE = 8

/**
 * Maps items in order, starting the next ones before they are requested. Reading a page from the archive takes
 * many small steps, and in a busy process each of them waits; side by side, they wait together.
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
    // A consumer that stops early or gets an error does not wait for the rest.
    for (const each of begun) each.catch(() => {})
  }
}
