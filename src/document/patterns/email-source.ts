/**
 * E-mail addresses that are in the source of a page but not in its text, or in another form: `mailto:`, attributes, scripts, Cloudflare's
 * protection, reversed and rotated letters, parts of an address in hidden elements.
 */
import {
  type Attributes,
  decodeText,
  INLINE_ELEMENTS,
  type ScanHandler,
  scan,
  type TextMode,
  VOID_ELEMENTS,
} from '../../html/index.ts'
import { FoldedText } from '../fold.ts'
import { fromBase64, fromCloudflare, fromPercent, reversed, rot13 } from './decode.ts'
import { emailsIn } from './email-text.ts'
import { addressOf } from './mail-address.ts'
import { scriptStrings } from './script-strings.ts'

const MAX_VALUE_CHARS = 2_000
const MAX_ALT_CHARS = 6
const MAX_REMEMBERED = 5_000
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i
const TURNED = /bidi-override|direction\s*:\s*rtl|\breverse|dir=["']?rtl/i
const ROTATED = /rot-?13|znvygb:|charCodeAt/i
/** Anything with an `@` inside, in any script. */
const TOKEN = /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}._+-]{1,64}/gu
const LOCAL_PART =
  /^data-(?:.*-)?(?:user|name|local|mailbox|account|login|prefix|before|first|u|n|a|part-?1)$/
const DOMAIN_PART = /^data-(?:.*-)?(?:domain|host|server|site|suffix|after|second|d|b|part-?2)$/
const LAST_PART = /^data-(?:.*-)?(?:tld|ext|end|zone|part-?3)$/
const PROTECTED = /email-protection#([\da-f]{8,400})/i

export function emailsInSource(html: string): Set<string> {
  const reader = new SourceReader(html)
  scan(html, reader)
  return reader.result()
}

class SourceReader implements ScanHandler {
  readonly #html: string
  readonly #found = new Set<string>()
  readonly #shown = new FoldedText()
  readonly #unshown = new FoldedText()
  /** Cached, because attribute values repeat from element to element. */
  readonly #searched = new Set<string>()
  readonly #isTurned: boolean
  readonly #isRotated: boolean
  /** Name of the element that hides its content, and how many of that name are open. */
  #hiding = { name: '', depth: 0 }
  #last = ''

  constructor(html: string) {
    this.#html = html
    this.#isTurned = TURNED.test(html)
    this.#isRotated = ROTATED.test(html)
  }

  result(): Set<string> {
    const shown = this.#shown.toString()
    this.#take(emailsIn(shown))
    this.#take(emailsIn(this.#unshown.toString()))
    this.#tokens(shown)
    return this.#found
  }

  startTag(name: string, attributes: Attributes, isEmpty: boolean): void {
    this.#last = name
    this.#boundary(name)
    const raw = attributes.empty ? [] : attributes.entries()
    // Elements that declare ROT13 themselves are decoded first.
    const isRotated = raw.some(([attribute, value]) => /rot-?13/i.test(`${attribute} ${value}`))
    const entries = isRotated ? raw.map(([attribute, value]) => [attribute, rot13(value)] as const) : raw
    for (const [attribute, value] of entries)
      if (value.length <= MAX_VALUE_CHARS) this.#attribute(name, attribute, value)
    this.#parts(entries)
    this.#hide(name, entries, isEmpty)
  }

  endTag(name: string): void {
    this.#last = ''
    this.#boundary(name)
    if (this.#hiding.depth > 0 && name === this.#hiding.name) this.#hiding.depth--
  }

  text(start: number, end: number, mode: TextMode): void {
    if (mode === 'raw') {
      if (this.#last === 'script') this.#script(this.#html.slice(start, end))
    } else if (this.#hiding.depth === 0) this.#shown.add(this.#html, start, end, mode)
    else this.#unshown.add(this.#html, start, end, mode)
  }

  #boundary(name: string): void {
    if (INLINE_ELEMENTS.has(name)) return
    this.#shown.break()
    this.#unshown.break()
  }

  #attribute(element: string, name: string, value: string): void {
    if (name === 'data-cfemail') this.#decoded(fromCloudflare(value))
    if (name === 'alt' && element === 'img' && value.length <= MAX_ALT_CHARS) {
      this.#shown.add(value, 0, value.length, 'cdata')
    }
    if (name === 'href' || name === 'data-href') this.#link(value)
    else if (name.startsWith('on')) this.#script(value)
    else if (/^(?:data-|title$|content$|value$|aria-label$|placeholder$)/.test(name)) {
      this.#decoded(value)
      this.#decoded(fromBase64(value))
      this.#tokens(value)
    }
  }

  #link(href: string): void {
    const address = href.trim()
    const guarded = PROTECTED.exec(address)
    if (guarded !== null) this.#decoded(fromCloudflare(guarded[1]!))
    else if (/^mailto:/i.test(address)) this.#mail(address)
    else if (/^znvygb:/i.test(address)) this.#mail(rot13(address))
    else if (/^javascript:/i.test(address)) this.#script(fromPercent(address.slice(11)))
  }

  /** RFC 6068: several recipients, copies in the query. */
  #mail(address: string): void {
    const [to = '', query = ''] = address.slice('mailto:'.length).split('?', 2)
    const copies = [...query.matchAll(/(?:^|&)(?:to|cc|bcc)=([^&]*)/gi)].map(match => match[1]!)
    for (const each of [to, ...copies].flatMap(list => fromPercent(list).split(/[,;]/))) {
      const bare = each.replace(/^.*<|>.*$/g, '').trim()
      const at = bare.lastIndexOf('@')
      const found =
        at > 0 ? addressOf(bare.slice(0, at), bare.slice(at + 1).replace(/[.\s]+$/, '')) : undefined
      if (found !== undefined) this.#found.add(found)
      else this.#decoded(bare)
    }
    this.#tokens(fromPercent(to))
  }

  #script(script: string): void {
    if (this.#isTurned || this.#isRotated) this.#tokens(script.slice(0, 50_000))
    for (const text of scriptStrings(script)) {
      if (!/[@&%]|at|\./i.test(text)) continue
      const markup =
        text.includes('<') || text.includes('&') ? decodeText(text, 0, text.length, 'data') : text
      this.#decoded(markup.replace(/<[^>]{0,500}>/g, ' '))
      const mail = /mailto:[^"'\s<>]{3,300}/i.exec(markup)
      if (mail !== null) this.#mail(mail[0])
      this.#tokens(text)
    }
  }

  /** Finds the parts of an address in several attributes of one element. */
  #parts(entries: readonly (readonly [string, string])[]): void {
    const of = (pattern: RegExp) => entries.find(([name]) => pattern.test(name))?.[1]
    const [local, domain, last] = [of(LOCAL_PART), of(DOMAIN_PART), of(LAST_PART)]
    if (local === undefined || domain === undefined) return
    const host = last === undefined ? domain : `${domain}.${last.replace(/^\./, '')}`
    const turned = addressOf(reversed(local), reversed(host))
    const found = addressOf(local, host) ?? (this.#isTurned ? turned : undefined)
    if (found !== undefined) this.#found.add(found)
  }

  #hide(name: string, entries: readonly (readonly [string, string])[], isEmpty: boolean): void {
    if (this.#hiding.depth > 0) {
      if (name === this.#hiding.name && !isEmpty) this.#hiding.depth++
      return
    }
    if (isEmpty || VOID_ELEMENTS.has(name)) return
    const isHidden = entries.some(
      ([attribute, value]) => attribute === 'hidden' || (attribute === 'style' && HIDDEN.test(value)),
    )
    if (isHidden) this.#hiding = { name, depth: 1 }
  }

  #decoded(text: string | undefined): void {
    if (text === undefined || this.#searched.has(text)) return
    if (this.#searched.size < MAX_REMEMBERED) this.#searched.add(text)
    this.#take(emailsIn(text))
  }

  #take(addresses: Iterable<string>): void {
    for (const address of addresses) this.#found.add(address)
  }

  /** Letters in another order, if the page contains signs of how they are restored. */
  #tokens(text: string): void {
    if (!this.#isTurned && !this.#isRotated) return
    for (const [token] of text.matchAll(TOKEN)) {
      if (whole(token) !== undefined) continue
      const right =
        (this.#isTurned ? whole(reversed(token)) : undefined) ??
        (this.#isRotated ? whole(rot13(token)) : undefined)
      if (right !== undefined) this.#found.add(right)
    }
  }
}

function whole(token: string): string | undefined {
  const at = token.indexOf('@')
  return addressOf(token.slice(0, at), token.slice(at + 1).replace(/\.+$/, ''))
}
