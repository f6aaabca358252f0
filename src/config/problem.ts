export type Path = readonly (string | number)[]

export interface Problem {
  readonly path: Path
  /** Whether to point at the key or at its value. */
  readonly at: 'key' | 'value'
  readonly sentence: string
}

/** `request.auth[0].origin`. */
export function pathWords(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}
