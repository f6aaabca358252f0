/**
 * Pictures: their size and the contents of their headers. The picture itself is never decoded, so one that claims to be a hundred thousand
 * pixels wide costs no more than any other.
 */
import { type ExifFacts, readExif } from './exif.ts'
import { MetadataNotes, type PageDocument, UnreadableError } from './page-document.ts'

interface Picture {
  width?: number
  height?: number
  exif?: Buffer
  comment?: string
  /** Texts by their PNG keywords. */
  readonly texts: Map<string, string>
}

const MAX_CHUNKS = 5_000
const MAX_SEARCHED_BYTES = 65_536

export function readImage(bytes: Uint8Array, type: string): PageDocument {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const picture: Picture = { texts: new Map() }
  READERS[type]?.(file, picture)
  const notes = new MetadataNotes()
  const exif = picture.exif === undefined ? {} : readExif(picture.exif, notes)
  const width = picture.width ?? exif.width
  const height = picture.height ?? exif.height
  if (width === undefined || height === undefined)
    throw new UnreadableError('is damaged or cut short: it says no size')
  notes.add('width', width)
  notes.add('height', height)
  for (const [name, text] of picture.texts) notes.add(name, text)
  return documentOf(type, picture, exif, notes)
}

function documentOf(type: string, picture: Picture, exif: ExifFacts, notes: MetadataNotes): PageDocument {
  const author = exif.artist ?? picture.texts.get('Author')
  const description = exif.description ?? picture.texts.get('Description') ?? picture.comment
  return {
    kind: 'document',
    type,
    title: picture.texts.get('Title') ?? null,
    language: null,
    authors: author === undefined ? [] : [author],
    publishedAt: exif.takenAt ?? null,
    modifiedAt: exif.modifiedAt ?? null,
    blocks: description === undefined || description === '' ? [] : [{ kind: 'paragraph', text: description }],
    links: [],
    base: null,
    metadata: notes.values,
    isPartial: false,
  }
}

type ReadHeader = (file: Buffer, picture: Picture) => void

function png(file: Buffer, picture: Picture): void {
  let at = 8
  for (let n = 0; n < MAX_CHUNKS && at + 12 <= file.length; n++) {
    const length = file.readUInt32BE(at)
    const kind = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR' && data.length >= 8) size(picture, data.readUInt32BE(0), data.readUInt32BE(4))
    else if (kind === 'eXIf') picture.exif = data
    else if (kind === 'tEXt' || kind === 'iTXt') pngText(data, kind, picture)
    at += 12 + length
  }
}

function pngText(data: Buffer, kind: string, { texts }: Picture): void {
  const end = data.indexOf(0)
  const name = data.toString('latin1', 0, Math.max(0, end)).slice(0, 79)
  if (end <= 0 || texts.has(name)) return
  if (kind === 'tEXt') texts.set(name, data.toString('latin1', end + 1, end + 2_000))
  else if (data[end + 1] === 0) {
    const translated = data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1
    if (translated > 0 && name !== 'XML:com.adobe.xmp')
      texts.set(name, data.toString('utf8', translated, translated + 2_000))
  }
}

/** Segments up to the first scan (ITU T.81, annex B). */
function jpeg(file: Buffer, picture: Picture): void {
  let at = 2
  for (let n = 0; n < MAX_CHUNKS && at + 4 <= file.length; n++) {
    if (file[at] !== 0xff) return
    const marker = file[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const length = file.readUInt16BE(at + 2)
    const data = file.subarray(at + 4, at + 2 + length)
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      if (data.length >= 5) size(picture, data.readUInt16BE(3), data.readUInt16BE(1))
    } else if (marker === 0xe1 && data.toString('latin1', 0, 6) === 'Exif\0\0')
      picture.exif ??= data.subarray(6)
    else if (marker === 0xfe) picture.comment ??= data.toString('utf8', 0, 2_000).replace(/\0/g, '').trim()
    if (marker === 0xda || length < 2) return
    at += 2 + length
  }
}

function webp(file: Buffer, picture: Picture): void {
  let at = 12
  for (let n = 0; n < MAX_CHUNKS && at + 8 <= file.length; n++) {
    const kind = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = file.subarray(at + 8, at + 8 + length)
    if (kind === 'VP8X' && data.length >= 10)
      size(picture, 1 + data.readUIntLE(4, 3), 1 + data.readUIntLE(7, 3))
    else if (kind === 'VP8 ' && data.length >= 10)
      size(picture, data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff)
    else if (kind === 'VP8L' && data.length >= 5) {
      const bits = data.readUInt32LE(1)
      size(picture, 1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff))
    } else if (kind === 'EXIF')
      picture.exif = data.toString('latin1', 0, 4) === 'Exif' ? data.subarray(6) : data
    at += 8 + length + (length & 1)
  }
}

const gif: ReadHeader = (file, picture) => {
  if (file.length >= 10) size(picture, file.readUInt16LE(6), file.readUInt16LE(8))
}

const bitmap: ReadHeader = (file, picture) => {
  if (file.length >= 26) size(picture, Math.abs(file.readInt32LE(18)), Math.abs(file.readInt32LE(22)))
}

const tiff: ReadHeader = (file, picture) => {
  picture.exif = file
}

/** Size of the first picture of an icon; 0 means 256. */
const icon: ReadHeader = (file, picture) => {
  if (file.length >= 8) size(picture, file[6] || 256, file[7] || 256)
}

/** ISO/IEC 23008-12: takes the largest of the boxes that give a size, which is that of the picture rather than of a tile. */
const heif: ReadHeader = (file, picture) => {
  const head = file.subarray(0, MAX_SEARCHED_BYTES)
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)]
    if (width * height > (picture.width ?? 0) * (picture.height ?? 0)) {
      picture.width = width
      picture.height = height
    }
  }
}

const READERS: Readonly<Record<string, ReadHeader>> = {
  'image/png': png,
  'image/apng': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
  'image/bmp': bitmap,
  'image/tiff': tiff,
  'image/x-icon': icon,
  'image/vnd.microsoft.icon': icon,
  'image/avif': heif,
  'image/heic': heif,
}

export const isReadableImage = (type: string): boolean => READERS[type] !== undefined

function size(picture: Picture, width: number, height: number): void {
  picture.width ??= width
  picture.height ??= height
}
