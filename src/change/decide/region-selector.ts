/** `ul.related` is a part of `div#main/ul#x.related/li`; so are `ul`, `.related` and `#x`. */
export function isPartOf(label: string, part: string): boolean {
  const wanted = part.split(/(?=[.#])/)
  return label.split('/').some(segment => {
    const has = segment.split(/(?=[.#])/)
    return wanted.every(piece => has.includes(piece))
  })
}
