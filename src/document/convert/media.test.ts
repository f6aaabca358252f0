import { expect, it } from 'vitest'
import { convertDocument } from './index.ts'
import { exifOf, jpegOf, pngOf, waveOf } from './media.fixture.ts'

it('a JPEG says what its camera wrote', async () => {
  const exif = exifOf(
    [
      [0x010e, 'Ships in the harbour'],
      [0x010f, 'Leica'],
      [0x0112, 6],
      [0x013b, 'Anna Kvist'],
    ],
    [
      [0x9003, '2024:05:01 12:30:00'],
      [0x829d, [5.6]],
    ],
    [
      [1, 'S'],
      [2, [59, 54, 50]],
      [3, 'E'],
      [4, [10, 45, 9]],
    ],
  )
  expect(await convertDocument(jpegOf(640, 480, exif), { type: 'image/jpeg' })).toMatchObject({
    authors: ['Anna Kvist'],
    publishedAt: Date.UTC(2024, 4, 1, 12, 30),
    blocks: [{ kind: 'paragraph', text: 'Ships in the harbour' }],
    metadata: {
      width: '640',
      height: '480',
      make: 'Leica',
      orientation: '6',
      aperture: '5.6',
      latitude: '-59.913889',
      longitude: '10.7525',
    },
  })
})

it('only the header of a picture is read, whatever it claims', async () => {
  const huge = pngOf(100_000, 100_000, { Title: 'Huge', Author: 'Nobody', Description: 'A wall' })
  expect(await convertDocument(huge, { type: 'image/png' })).toMatchObject({
    title: 'Huge',
    authors: ['Nobody'],
    blocks: [{ kind: 'paragraph', text: 'A wall' }],
    metadata: { width: '100000', height: '100000' },
  })
})

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

it.each([
  ['image/gif', bytesOf('GIF89a', [3, 0, 2, 0, 0, 0, 0])],
  ['image/bmp', bytesOf('BM', Array(12).fill(0), [40, 0, 0, 0, 3, 0, 0, 0, 254, 255, 255, 255])],
  ['image/x-icon', bytesOf([0, 0, 1, 0, 1, 0, 3, 2])],
  ['image/webp', bytesOf('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0])],
  ['image/webp', bytesOf('RIFF\0\0\0\0WEBPVP8L', [5, 0, 0, 0, 0x2f, 2, 0x40, 0, 0])],
  ['image/avif', bytesOf([0, 0, 0, 0], 'ftypavif', 'ispe', [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2])],
  [
    'image/tiff',
    exifOf(
      [
        [0x0100, 3],
        [0x0101, 2],
      ],
      [],
      [],
    ),
  ],
])('%s has a size', async (type, bytes) => {
  expect(await convertDocument(bytes, { type })).toMatchObject({ metadata: { width: '3', height: '2' } })
})

it('a sound says what its container holds', async () => {
  const wave = waveOf({ INAM: 'Harbour sounds', IART: 'Anna Kvist', ICRD: '2023' })
  expect(await convertDocument(wave, { type: 'audio/wave' })).toMatchObject({
    title: 'Harbour sounds',
    authors: ['Anna Kvist'],
    publishedAt: Date.UTC(2023, 0),
    metadata: { container: 'WAVE', sampleRateHz: '8000', channels: '1', durationSeconds: '1' },
  })
})
