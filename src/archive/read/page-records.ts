/** The records that belong to a page, found from where the records of one of its visits begin. */
import { withoutHash } from '../../url/index.ts'
import type { AnyFile } from '../archive-folder.ts'
import { pictureAddress, renderedAddress, thumbnailAddress } from '../format/warc.ts'
import type { ByteRange } from '../write/erase.ts'
import { readIndex } from './file-index.ts'
import { readRecords, type StreamedRecord } from './read-records.ts'

const shownAddresses = (url: string) => [renderedAddress(url), pictureAddress(url), thumbnailAddress(url)]

/** The records of the visit that begin at an offset: the answer, what was asked, facts, and pictures. */
export async function* recordsOfVisit(
  file: AnyFile,
  offset: number,
  url: string,
): AsyncGenerator<StreamedRecord> {
  const addresses = new Set([withoutHash(url), ...shownAddresses(url)])
  let answers = 0
  for await (const record of readRecords(file, { startAt: offset })) {
    const target = record.headers.get('warc-target-uri')
    if (target === undefined || !addresses.has(target)) return
    // The answer of another visit; it may be that of another route of the same address.
    if ((record.type === 'response' || record.type === 'revisit') && ++answers > 1) return
    yield record
  }
}

/** The bytes that these records take. */
export async function rangeOfVisit(file: AnyFile, offset: number, url: string): Promise<ByteRange> {
  let end = offset
  for await (const record of recordsOfVisit(file, offset, url)) {
    const { length } = await record.finish()
    end = record.offset + (length ?? 0)
  }
  return { offset, length: end - offset }
}

/** Where the index of a file has records of these pages, also of those that no visit points to, such as those of a second look. */
export async function indexedOffsets(
  file: AnyFile,
  urls: readonly string[],
): Promise<readonly { readonly url: string; readonly offset: number }[]> {
  // Indexes have an answer under the address of its page, with its route; without it, it may be another page.
  const pages = new Map(urls.flatMap(url => [url, ...shownAddresses(url)].map(address => [address, url])))
  const text = (await readIndex(file)) ?? ''
  return text.split('\n').flatMap(line => {
    const { url, offset } = (line === '' ? {} : fieldsOf(line)) as { url?: string; offset?: string }
    const page = url === undefined ? undefined : pages.get(url)
    return page === undefined ? [] : [{ url: page, offset: Number(offset) }]
  })
}

function fieldsOf(line: string): unknown {
  try {
    return JSON.parse(line.slice(line.indexOf('{')))
  } catch {
    return {}
  }
}
