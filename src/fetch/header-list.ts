/** Headers as they are sent: name, value, name, value …, in order, with repeated names. Functions here expect names in lower case. */
export type HeaderList = readonly string[]

export function headerPairs(headers: HeaderList): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < headers.length; i += 2) pairs.push([headers[i]!, headers[i + 1]!])
  return pairs
}

/** The value of the first header with this name. */
export function header(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) return headers[i + 1]
  }
  return undefined
}

/**
 * The target of a redirect. Servers write characters of any charset into it; as in browsers, their bytes are escaped, so the server gets
 * back exactly what it wrote.
 */
export function locationOf(headers: HeaderList): string | undefined {
  return header(headers, 'location')?.replace(
    /[\x80-\xff]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function headerAll(headers: HeaderList, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2)
    if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) values.push(headers[i + 1]!)
  return values
}

/** Headers by name in lower case; of several, the last counts. */
export function headerMap(headers: HeaderList): Map<string, string> {
  return new Map(headerPairs(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

export function withoutHeaders(headers: HeaderList, names: readonly string[]): string[] {
  return headerPairs(headers)
    .filter(([name]) => !names.includes(name.toLowerCase()))
    .flat()
}
