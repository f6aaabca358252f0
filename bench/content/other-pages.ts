/** Other pages of a page's site, the nearest addresses first: as a collection has them at hand. */
interface Placed {
  readonly host: string | null
  readonly path: string
}

export function othersOf<T extends Placed>(pages: readonly T[], most: number): ReadonlyMap<T, readonly T[]> {
  const byHost = new Map<string, T[]>()
  for (const page of pages)
    if (page.host !== null) byHost.set(page.host, [...(byHost.get(page.host) ?? []), page])
  return new Map(
    pages.map(page => {
      const others = (byHost.get(page.host ?? '') ?? []).filter(each => each !== page)
      const near = others.sort((a, b) => shared(b.path, page.path) - shared(a.path, page.path))
      return [page, near.slice(0, most)]
    }),
  )
}

function shared(a: string, b: string): number {
  const [ours, theirs] = [a.split('/'), b.split('/')]
  const differs = ours.findIndex((part, i) => part !== theirs[i])
  return differs < 0 ? ours.length : differs
}
