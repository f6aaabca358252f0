/** Encodes text in any encoding the platform can decode, by inverting its decoder. */
const tables = new Map<string, Map<string, readonly number[]>>()

export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const character of text) bytes.push(...(table.get(character) ?? [0x3f]))
  return Uint8Array.from(bytes)
}

/** Every character of one or two bytes; the shortest form wins. */
function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding, { fatal: true })
  const add = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
      return true
    } catch {
      return false
    }
  }
  for (let lead = 0; lead < 256; lead++) {
    if (add(lead)) continue
    for (let trail = 0x30; trail < 256; trail++) add(lead, trail)
  }
  tables.set(encoding, table)
  return table
}
