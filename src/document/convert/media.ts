/** Audio and video: the metadata of their containers, read by `music-metadata`, which is loaded only by threads that meet such a file. */
import { parseDate } from '../dates.ts'
import { MetadataNotes, type PageDocument, UnreadableError } from './page-document.ts'

const MAX_TRACKS = 20
/** Formats with all metadata before the sound begins. */
const SAID_FIRST = /mpeg|ogg|flac|webm|matroska|aac/
const HEAD_BYTES = 512 * 1024

export async function readMedia(bytes: Uint8Array, type: string): Promise<PageDocument> {
  const { parseBuffer } = await library()
  const head = SAID_FIRST.test(type) ? bytes.subarray(0, HEAD_BYTES) : bytes
  const { common, format } = await parseBuffer(
    head,
    { mimeType: type },
    { duration: false, skipCovers: true },
  ).catch((error: Error) => {
    throw new UnreadableError(`is damaged or of no known format: ${error.message}`)
  })
  if (format.container === undefined && format.codec === undefined)
    throw new UnreadableError('is damaged or of no known format')
  const notes = new MetadataNotes()
  notes.add('container', format.container)
  notes.add('codec', format.codec)
  if (format.duration !== undefined) notes.add('durationSeconds', Math.round(format.duration * 1000) / 1000)
  notes.add('sampleRateHz', format.sampleRate)
  notes.add('channels', format.numberOfChannels)
  for (const { video } of (format.trackInfo ?? []).slice(0, MAX_TRACKS)) {
    notes.add('width', video?.pixelWidth)
    notes.add('height', video?.pixelHeight)
  }
  notes.add('album', common.album)
  notes.add('genre', common.genre?.join(', '))
  notes.add('track', common.track.no)
  notes.add('copyright', common.copyright)
  const words = [...(common.description ?? []), ...(common.comment ?? []), ...(common.lyrics ?? [])]
  return {
    kind: 'document',
    type,
    title: common.title ?? null,
    language: common.language ?? null,
    authors: common.artists ?? (common.artist === undefined ? [] : [common.artist]),
    publishedAt: parseDate(common.date ?? common.year?.toString()) ?? null,
    modifiedAt: null,
    blocks: words.flatMap(word => {
      const text = typeof word === 'string' ? word : word.text
      return text === undefined || text.trim() === ''
        ? []
        : [{ kind: 'paragraph' as const, text: text.trim() }]
    }),
    links: [],
    base: null,
    metadata: notes.values,
    isPartial: false,
  }
}

async function library(): Promise<typeof import('music-metadata')> {
  try {
    return await import('music-metadata')
  } catch {
    throw new UnreadableError(
      'holds audio or video, and the package that reads it is missing: npm install music-metadata',
    )
  }
}
