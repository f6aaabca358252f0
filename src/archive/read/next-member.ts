/** Finds where reading can go on behind a damaged member: at the next one that holds a record. */
import type { FileBytes } from './file-bytes.ts'
import type { ArchiveMember } from './members.ts'

export type OpenMember = (file: FileBytes, at: number) => ArchiveMember

/** How many bytes that look like the beginning of a member may turn out to be none: a damaged stretch holds a few by chance. */
const MAX_CANDIDATES = 1_000

/**
 * The offset of the first member after `at` whose content begins like a WARC record; null if there is none. `magic` is what members begin
 * with.
 */
export async function nextMember(
  file: FileBytes,
  at: number,
  { magic, open }: { readonly magic: Buffer; readonly open: OpenMember },
): Promise<number | null> {
  let tried = 0
  for (let from = at + 1; from + magic.length <= file.endAt && tried < MAX_CANDIDATES; ) {
    const bytes = await file.from(from, magic.length)
    const found = bytes.indexOf(magic)
    if (found < 0) {
      // The magic may straddle the border of the window.
      from += Math.max(1, bytes.length - magic.length + 1)
      continue
    }
    tried++
    if (await beginsRecord(open(file, from + found))) return from + found
    from += found + 1
  }
  return null
}

const RECORD = Buffer.from('WARC/')

async function beginsRecord(member: ArchiveMember): Promise<boolean> {
  let start = Buffer.alloc(0)
  for await (const piece of member) {
    start = Buffer.concat([start, piece])
    if (start.length >= RECORD.length) break
  }
  return start.subarray(0, RECORD.length).equals(RECORD)
}
