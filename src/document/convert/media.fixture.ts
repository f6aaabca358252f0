/** Small pictures and sounds, consisting of headers only. */

const chunk = (kind: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)])
}

export function pngOf(width: number, height: number, texts: Readonly<Record<string, string>> = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...Object.entries(texts).map(([name, text]) => chunk('tEXt', Buffer.from(`${name}\0${text}`, 'latin1'))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Entry = readonly [tag: number, value: string | number | readonly number[]]

/** A TIFF with one directory, and another for each entry that is a list of entries. */
export function exifOf(main: readonly Entry[], camera: readonly Entry[], gps: readonly Entry[]): Buffer {
  const head = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  const size = (entries: readonly Entry[]) => 2 + entries.length * 12 + 4
  const cameraAt = 8 + size([...main, [0, 0], [0, 0]])
  const gpsAt = cameraAt + size(camera)
  const data: Buffer[] = []
  let dataAt = gpsAt + size(gps)
  const directory = (entries: readonly Entry[]) => {
    const bytes = Buffer.alloc(size(entries))
    bytes.writeUInt16LE(entries.length)
    for (const [n, [tag, value]] of entries.entries()) {
      const at = 2 + n * 12
      bytes.writeUInt16LE(tag, at)
      const inline = typeof value === 'number'
      bytes.writeUInt16LE(inline ? 4 : typeof value === 'string' ? 2 : 5, at + 2)
      bytes.writeUInt32LE(inline ? 1 : typeof value === 'string' ? value.length + 1 : value.length, at + 4)
      if (inline) {
        bytes.writeUInt32LE(value, at + 8)
        continue
      }
      const written = typeof value === 'string' ? Buffer.from(`${value}\0`) : rationals(value)
      if (written.length <= 4) {
        written.copy(bytes, at + 8)
        continue
      }
      bytes.writeUInt32LE(dataAt, at + 8)
      data.push(written)
      dataAt += written.length
    }
    return bytes
  }
  const parts = [directory([...main, [0x8769, cameraAt], [0x8825, gpsAt]]), directory(camera), directory(gps)]
  return Buffer.concat([head, ...parts, ...data])
}

function rationals(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, n) => {
    bytes.writeUInt32LE(Math.round(value * 1000), n * 8)
    bytes.writeUInt32LE(1000, n * 8 + 4)
  })
  return bytes
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

export function jpegOf(width: number, height: number, exif: Buffer): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])),
    segment(0xc0, frame),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** One second of silence, with a title, an artist and a year. */
export function waveOf(info: Readonly<Record<string, string>>): Buffer {
  const riff = (kind: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(kind, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
  }
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(8000, 8)
  format.writeUInt16LE(1, 12)
  format.writeUInt16LE(8, 14)
  const notes = Object.entries(info).map(([kind, text]) => riff(kind, Buffer.from(`${text}\0`)))
  return riff(
    'RIFF',
    Buffer.concat([
      Buffer.from('WAVE'),
      riff('fmt ', format),
      riff('LIST', Buffer.concat([Buffer.from('INFO'), ...notes])),
      riff('data', Buffer.alloc(8000, 128)),
    ]),
  )
}
