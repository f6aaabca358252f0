/**
 * Detects the type of a body from its bytes. The header is trusted unless the bytes contradict it (MIME Sniffing standard, sections 6–8):
 * pictures, archives and documents are recognized by signature, markup by its first tag, XML by its root. Text declared as text/plain
 * stays text even if it begins like HTML: it is a listing.
 */
import { signatureType, zipType } from './first-bytes.ts'

export interface SniffedType {
  /** A MIME type without parameters; sitemaps are `application/sitemap+xml`. */
  readonly type: string
  /** The type in the header, without parameters. */
  readonly declared?: string
  readonly by: 'content' | 'header' | 'extension'
}

const PAGE_TYPES: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml'])

/** Whether it is a web page. */
export const isPageType = (type: string | null): boolean => PAGE_TYPES.has(type)

/** The character set that a Content-Type header names. */
export function declaredCharset(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1]
}

/** The standard reads 1,445 bytes; prologues of feeds are longer. */
const SAMPLE_BYTES = 4096

export function sniffType(bytes: Uint8Array, header: string | undefined, url: string): SniffedType {
  const declared = essence(header)
  if (declared === 'text/html' && opensAsPage(bytes) && !isNoise(bytes.subarray(0, SAMPLE_BYTES)))
    return { type: declared, declared, by: 'header' }
  const content = contentType(bytes, declared)
  const known = declared === undefined ? {} : { declared }
  if (content !== undefined) return { type: content, ...known, by: 'content' }
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const wide = hasWideMark(sample) || /charset\s*=\s*["']?utf-16/i.test(header ?? '')
  const binary = !wide && (isPage(declared) ? isNoise(sample) : isBinary(sample))
  if (declared !== undefined && (!binary || !isTextual(declared)))
    return { type: declared, declared, by: 'header' }
  const byName = EXTENSIONS[extension(url)]
  if (byName !== undefined && (!binary || !isTextual(byName)))
    return { type: byName, ...known, by: 'extension' }
  return { type: binary ? 'application/octet-stream' : 'text/plain', ...known, by: 'content' }
}

const DOCTYPE = '<!doctype html>'

/** The usual case, decided without looking further. */
function opensAsPage(bytes: Uint8Array): boolean {
  for (let at = 0; at < DOCTYPE.length; at++) {
    const byte = bytes[at]!
    const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
    if (lower !== DOCTYPE.charCodeAt(at)) return false
  }
  return true
}

/** "Text/HTML; charset=x" → text/html; undefined if it is not a type or says nothing. */
function essence(header: string | undefined): string | undefined {
  const type = header
    ?.replace(/;[\s\S]*$/, '')
    .trim()
    .toLowerCase()
  if (type === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) return undefined
  return /^(unknown\/unknown|application\/unknown|application\/octet-stream|binary\/octet-stream)$/.test(type)
    ? undefined
    : type
}

function contentType(bytes: Uint8Array, declared: string | undefined): string | undefined {
  const signature = signatureType(bytes)
  if (signature === 'application/zip') return zipType(bytes) ?? officeOrZip(declared)
  if (signature === 'application/x-ole-storage')
    return declared?.startsWith('application/') ? declared : signature
  return signature ?? markupType(opening(bytes), declared)
}

/** For an office file whose table of contents was not found: the header may know more than "zip". */
function officeOrZip(declared: string | undefined): string {
  return declared !== undefined && /officedocument|opendocument|epub|java-archive|android/.test(declared)
    ? declared
    : 'application/zip'
}

/** The first characters, as Latin-1, or UTF-16 with its zeros removed: enough to see ASCII markup. */
function opening(bytes: Uint8Array): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE_BYTES)).toString(
    'latin1',
    start,
  )
  return (hasWideMark(bytes) ? text.slice(2).replaceAll('\0', '') : text).trimStart()
}

function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

const HTML_TAG =
  /^<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|main|!--)[\s>/]/i

function markupType(text: string, declared: string | undefined): string | undefined {
  if (!text.startsWith('<')) return jsonType(text, declared)
  const root = rootType(text)
  if (root !== undefined) return root
  if (declared === 'text/plain') return undefined
  if (HTML_TAG.test(text) || /^<!--/.test(text)) {
    const believed =
      declared === 'text/html' ||
      declared === 'application/xhtml+xml' ||
      (declared !== undefined && /xml|javascript|css|json/.test(declared))
    return believed ? undefined : 'text/html'
  }
  return text.startsWith('<?xml') && !declared?.endsWith('xml') && declared !== 'text/html'
    ? 'application/xml'
    : undefined
}

/** XML recognized by its root element, after declarations, comments and a document type. */
function rootType(text: string): string | undefined {
  let rest = text
  for (let prologue = PROLOGUE.exec(rest); prologue !== null; prologue = PROLOGUE.exec(rest))
    rest = rest.slice(prologue[0].length)
  const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1]?.toLowerCase()
  switch (root) {
    case 'rss':
      return 'application/rss+xml'
    case 'feed':
      return rest.includes('Atom') || rest.includes('atom') ? 'application/atom+xml' : undefined
    case 'rdf':
      return /purl\.org\/(rss|net\/rss)|my\.netscape\.com/.test(rest)
        ? 'application/rss+xml'
        : 'application/rdf+xml'
    case 'urlset':
    case 'sitemapindex':
      return 'application/sitemap+xml'
    case 'svg':
      return rest.startsWith('<svg') && !text.startsWith('<!DOCTYPE html') ? 'image/svg+xml' : undefined
    default:
      return undefined
  }
}

const PROLOGUE = /^\s*(?:<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)\s*/i

function jsonType(text: string, declared: string | undefined): string | undefined {
  if (!/^[[{]\s*(["{[\]}]|-?\d|true|false|null)/.test(text)) return undefined
  if (/"version"\s*:\s*"https?:(\/|\\\/){2}jsonfeed\.org/.test(text)) return 'application/feed+json'
  return declared === undefined || declared === 'text/html' ? 'application/json' : undefined
}

/** Section 7.2, binary data bytes; text in UTF-16 is full of zeros. */
function isBinary(sample: Uint8Array): boolean {
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at]!
    if (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f))
      return true
  }
  return false
}

const isPage = (declared: string | undefined) =>
  declared === 'text/html' || declared === 'application/xhtml+xml'

/**
 * Control characters that count as noise: a declared page may contain zeros (UTF-16, or dirt) and a few stray controls, as browsers allow.
 */
const STRAY = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0 && byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b ? 1 : 0,
)

function isNoise(sample: Uint8Array): boolean {
  let controls = 0
  for (let at = 0; at < sample.length; at++) controls += STRAY[sample[at]!]!
  return controls * 50 > sample.length
}

function isTextual(type: string): boolean {
  return /^text\/|[+/](xml|json)$|javascript|ecmascript/.test(type)
}

/** Whether it is text without conversion, for people or programs. */
export const isTextType = (type: string): boolean => isTextual(type) && type !== 'text/rtf'

function extension(url: string): string {
  const path = URL.parse(url)?.pathname ?? url
  return /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  txt: 'text/plain',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  csv: 'text/csv',
  md: 'text/markdown',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  tex: 'application/x-tex',
  tar: 'application/x-tar',
  iso: 'application/x-iso9660-image',
  bin: 'application/octet-stream',
}
