/** Exif (CIPA DC-008, TIFF 6.0): what cameras and editors write into pictures. Directories may refer to each other; each is read once. */
import type { MetadataNotes } from './page-document.ts'

export interface ExifFacts {
  width?: number | undefined
  height?: number | undefined
  description?: string
  artist?: string
  takenAt?: number | undefined
  modifiedAt?: number | undefined
}

const MAX_ENTRIES = 200
const MAX_VALUES = 64
const MAX_TEXT_BYTES = 2_000
const ASCII = 2
/** Size of a value in bytes, by type. */
const BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
const EXIF_DIRECTORY = 0x8769
const GPS_DIRECTORY = 0x8825

const TEXTS: Readonly<Record<number, string>> = {
  271: 'make',
  272: 'model',
  305: 'software',
  33432: 'copyright',
  42036: 'lens',
}
const NUMBERS: Readonly<Record<number, string>> = {
  274: 'orientation',
  33434: 'exposureSeconds',
  33437: 'aperture',
  34855: 'iso',
  37386: 'focalLengthMm',
}

type Value = string | readonly number[]

/** `tiff` must begin with `II` or `MM`. */
export function readExif(tiff: Buffer, notes: MetadataNotes): ExifFacts {
  const facts: ExifFacts = {}
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  if (tiff.length < 8 || (!isLittle && tiff.toString('latin1', 0, 2) !== 'MM')) return facts
  const file = new TiffFile(tiff, isLittle)
  const main = file.directory(file.uint32(4))
  const camera = file.directory(numberOf(main.get(EXIF_DIRECTORY)))
  for (const [tag, value] of [...main, ...camera]) note(tag, value, facts, notes)
  notePlace(file.directory(numberOf(main.get(GPS_DIRECTORY))), notes)
  return facts
}

function note(tag: number, value: Value, facts: ExifFacts, notes: MetadataNotes): void {
  const text = typeof value === 'string' ? value : undefined
  const number = numberOf(value)
  if (tag === 0x0100) facts.width ??= number
  else if (tag === 0x0101) facts.height ??= number
  else if (tag === 0x010e && text) facts.description ??= text
  else if (tag === 0x013b && text) facts.artist ??= text
  else if (tag === 0x0132) facts.modifiedAt ??= exifDate(text)
  else if (tag === 0x9003) facts.takenAt ??= exifDate(text)
  else if (TEXTS[tag] !== undefined) notes.add(TEXTS[tag], text)
  else if (NUMBERS[tag] !== undefined && number !== undefined)
    notes.add(NUMBERS[tag], Number(number.toPrecision(6)))
}

/** Converts degrees, minutes and seconds to signed degrees. */
function notePlace(gps: ReadonlyMap<number, Value>, notes: MetadataNotes): void {
  const degrees = (value: Value | undefined, reference: Value | undefined) => {
    if (value === undefined || typeof value === 'string') return undefined
    const [d = 0, m = 0, s = 0] = value
    const sign = /^[SW]/i.test(String(reference ?? '')) ? -1 : 1
    const at = sign * (d + m / 60 + s / 3600)
    return Number.isFinite(at) ? Number(at.toFixed(6)) : undefined
  }
  notes.add('latitude', degrees(gps.get(2), gps.get(1)))
  notes.add('longitude', degrees(gps.get(4), gps.get(3)))
}

class TiffFile {
  readonly #bytes: Buffer
  readonly #isLittle: boolean
  readonly #read = new Set<number>()

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes
    this.#isLittle = isLittle
  }

  directory(offset: number | undefined): ReadonlyMap<number, Value> {
    const values = new Map<number, Value>()
    if (offset === undefined || offset < 8 || this.#read.has(offset) || offset + 2 > this.#bytes.length)
      return values
    this.#read.add(offset)
    const count = Math.min(MAX_ENTRIES, this.#uint16(offset))
    for (let n = 0; n < count; n++) {
      const at = offset + 2 + n * 12
      if (at + 12 > this.#bytes.length) break
      const value = this.#value(at)
      if (value !== undefined) values.set(this.#uint16(at), value)
    }
    return values
  }

  uint32(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at)
  }

  #uint16(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at)
  }

  /** Short values are in their entry, others where it points. */
  #value(entry: number): Value | undefined {
    const type = this.#uint16(entry + 2)
    const count = this.uint32(entry + 4)
    const size = BYTES[type] ?? 0
    if (size === 0 || count === 0) return undefined
    const start = size * count <= 4 ? entry + 8 : this.uint32(entry + 8)
    if (type === ASCII) {
      const end = Math.min(start + Math.min(count, MAX_TEXT_BYTES), this.#bytes.length)
      return this.#bytes
        .toString('utf8', Math.min(start, end), end)
        .replace(/\0[\s\S]*$/, '')
        .trim()
    }
    const values: number[] = []
    for (let n = 0; n < Math.min(count, MAX_VALUES) && start + (n + 1) * size <= this.#bytes.length; n++)
      values.push(this.#number(type, start + n * size))
    return values
  }

  #number(type: number, at: number): number {
    switch (type) {
      case 1:
      case 6:
      case 7:
        return this.#bytes[at]!
      case 3:
      case 8:
        return this.#uint16(at)
      case 5:
      case 10:
        return this.uint32(at) / this.uint32(at + 4)
      default:
        return this.uint32(at)
    }
  }
}

function numberOf(value: Value | undefined): number | undefined {
  return typeof value === 'object' && Number.isFinite(value[0]) ? value[0] : undefined
}

/** "2024:05:01 12:30:00", in the camera's local time, which is taken as UTC. */
function exifDate(text: string | undefined): number | undefined {
  const match = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text ?? '')
  if (match === null) return undefined
  const [y, mo, d, h, mi, s] = match.slice(1).map(Number) as [number, number, number, number, number, number]
  return y >= 1900 && y < 2200 ? Date.UTC(y, mo - 1, d, h, mi, s) : undefined
}
