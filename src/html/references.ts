/**
 * Decodes the characters between two offsets: newlines are normalized, NUL replaced, character references decoded. Called only for text
 * that is needed; nearly all text has neither `&` nor CR nor NUL and is a single slice.
 */
import { decodeHTML, decodeHTMLAttribute, decodeXML } from 'entities/decode'

/** Where a piece of text was found, which determines how references and NUL are handled (HTML standard 13.2.5.1–5, 69). */
export type TextMode = 'data' | 'rcdata' | 'raw' | 'cdata'

export function decodeText(html: string, start: number, end: number, mode: TextMode): string {
  const text = normalize(html.slice(start, end), mode === 'rcdata' || mode === 'raw')
  if (mode === 'raw' || mode === 'cdata' || !text.includes('&')) return text
  return decodeHTML(text)
}

/** In XML, `&copy=2` is not a reference: only those that end in a semicolon count, and only XML's five names. */
export function decodeXmlText(text: string, start: number, end: number, mode: TextMode): string {
  const slice = text.slice(start, end)
  return mode === 'cdata' || !slice.includes('&') ? slice : decodeXML(slice)
}

export function decodeAttribute(html: string, start: number, end: number): string {
  if (isPlain(html, start, end)) return html.slice(start, end)
  const text = normalize(html.slice(start, end), true)
  return text.includes('&') ? decodeHTMLAttribute(text) : text
}

/** Whether there is nothing to decode: one loop over some thirty characters is cheaper than three searches in a slice. */
function isPlain(html: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = html.charCodeAt(at)
    if (code === 38 || code === 13 || code === 0) return false
  }
  return true
}

/** 13.2.3.5: CR LF and lone CR are LF. NUL is U+FFFD except in data and CDATA, where the tree builder drops it. */
export function normalize(text: string, replaceNul: boolean): string {
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
  if (replaceNul && text.includes('\0')) text = text.replaceAll('\0', '\uFFFD')
  return text
}
