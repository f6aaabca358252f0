/** Addresses that are no links: written out in the text, or inside a picture that is itself part of the page. */
const ADDRESS = /https?:\/\/[^\s"'<>\\^`{|}]+/gi
/** A sentence's own punctuation, or the bracket the address stands in. */
const TRAILING = new Set('.,;:!?)]*_')
const MOST = 200

export function addressesInText(text: string): string[] {
  if (!text.includes('://')) return []
  const found: string[] = []
  for (const [address] of text.matchAll(ADDRESS)) {
    if (found.push(withoutTrailing(address)) >= MOST) break
  }
  return found
}

function withoutTrailing(address: string): string {
  let end = address.length
  while (end > 0 && TRAILING.has(address[end - 1]!)) end--
  return address.slice(0, end)
}

/** The markup of `data:image/svg+xml,…`, undefined if the address is something else. */
export function svgInData(address: string | undefined): string | undefined {
  const match = /^data:image\/svg\+xml([^,]*),/i.exec(address?.slice(0, 200) ?? '')
  if (match === null) return undefined
  const body = address!.slice(match[0].length)
  if (/;base64$/i.test(match[1]!)) return Buffer.from(body, 'base64').toString('utf8')
  return body.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
