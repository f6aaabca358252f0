/** First bytes that identify a format (MIME Sniffing standard 6, and the specifications of the formats). */

type Signature = readonly [offset: number, bytes: string, type: string]

/** Bytes are written as Latin-1. */
const SIGNATURES: readonly Signature[] = [
  [0, '%PDF-', 'application/pdf'],
  [0, '%!PS-Adobe-', 'application/postscript'],
  [0, '{\\rtf', 'application/rtf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [8, 'WEBPVP', 'image/webp'],
  [0, '\0\0\x01\0', 'image/x-icon'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftypheic', 'image/heic'],
  [4, 'ftyp', 'video/mp4'],
  [0, '\x1aE\xdf\xa3', 'video/webm'],
  [8, 'WAVE', 'audio/wave'],
  [8, 'AVI ', 'video/avi'],
  [0, 'OggS\0', 'application/ogg'],
  [0, 'ID3', 'audio/mpeg'],
  [0, 'fLaC', 'audio/flac'],
  [0, '\x1f\x8b\x08', 'application/gzip'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, 'PK\x05\x06', 'application/zip'],
  [0, 'Rar!\x1a\x07', 'application/x-rar-compressed'],
  [0, '7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  [0, 'BZh', 'application/x-bzip2'],
  [0, '\xfd7zXZ\0', 'application/x-xz'],
  [0, '\x28\xb5\x2f\xfd', 'application/zstd'],
  [257, 'ustar', 'application/x-tar'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
  [0, 'wOFF', 'font/woff'],
  [0, 'wOF2', 'font/woff2'],
  [0, 'OTTO', 'font/otf'],
  [0, '\0\x01\0\0', 'font/ttf'],
  [0, '\0asm', 'application/wasm'],
  [0, '\x7fELF', 'application/x-executable'],
]

/** Two letters prove little: a bitmap must also have a plausible header size. */
function isBitmap(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d && bytes[14] === 40 && bytes[15] === 0
}

export function signatureType(bytes: Uint8Array): string | undefined {
  for (let i = 0; i < SIGNATURES.length; i++) {
    const signature = SIGNATURES[i]!
    if (matches(bytes, signature[0], signature[1])) return signature[2]
  }
  return isBitmap(bytes) ? 'image/bmp' : undefined
}

function matches(bytes: Uint8Array, offset: number, pattern: string): boolean {
  if (bytes.length < offset + pattern.length) return false
  for (let i = 0; i < pattern.length; i++) if (bytes[offset + i] !== pattern.charCodeAt(i)) return false
  return true
}

const OOXML = 'application/vnd.openxmlformats-officedocument.'
const ZIP_SAMPLE = 65_536

/** The type of a zip archive: OpenDocument and EPUB name it in a first, stored file; Office files are recognized by their folders. */
export function zipType(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The table of contents is at the end.
  const text =
    file.toString('latin1', 0, ZIP_SAMPLE) +
    file.toString('latin1', Math.max(ZIP_SAMPLE, file.length - ZIP_SAMPLE))
  const stored = /^[\s\S]{30}mimetype(application\/[\w.+-]+?)(?=PK|$)/.exec(text.slice(0, 200))
  if (stored !== null) return stored[1]
  if (text.includes('META-INF/container.xml')) return 'application/epub+zip'
  if (text.includes('word/')) return `${OOXML}wordprocessingml.document`
  if (text.includes('xl/')) return `${OOXML}spreadsheetml.sheet`
  if (text.includes('ppt/')) return `${OOXML}presentationml.presentation`
  return text.includes('META-INF/MANIFEST.MF') ? 'application/java-archive' : undefined
}
