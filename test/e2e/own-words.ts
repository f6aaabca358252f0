import { createHash } from 'node:crypto'

/** Three words that no other page says. Sentences that differ by a number alone count as text that all pages share. */
export function ownWords(key: string | number): string {
  const letters = createHash('md5')
    .update(String(key))
    .digest('hex')
    .replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)
  return [0, 8, 16].map(at => letters.slice(at, at + 8)).join(' ')
}
