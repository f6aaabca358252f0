const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base 32, the customary spelling of SHA-1 digests in archives (20 bytes make 32 letters, no padding). */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(held >>> bits) & 31]
    }
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

/** The bytes that letters stand for, in upper or lower case; other characters count as zero. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of text.toUpperCase()) {
    held = ((held << 5) | Math.max(0, BASE32.indexOf(letter))) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
