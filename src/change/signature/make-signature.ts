/** Makes the signature of a body: pages through the scanner, other texts line by line, anything else by its bytes. */
import { scan } from '../../html/index.ts'
import { blockSignature, NO_BLOCKS } from './blocks.ts'
import { formOf, linesOf } from './body-format.ts'
import { linkSetHash } from './link-set.ts'
import { markMain } from './main-text.ts'
import { Pieces, type Standing } from './pieces.ts'
import { SignatureReader } from './read-page.ts'
import { MAIN, NO_REGIONS } from './regions.ts'
import type { Signature } from './signature.ts'
import { SimhashVector } from './simhash.ts'
import { NO_SKETCH, SketchBuilder } from './sketch.ts'

export interface SignatureOptions {
  /** The media type of the body; a page by default. */
  readonly type?: string
  /** The payload digest in hexadecimal, for level `raw`. */
  readonly digest?: string
  /** When it was received, in milliseconds since 1970; used to recognize figures that follow the clock. */
  readonly takenAt?: number
  /** The part of a page that the body is (`PagePart`); a whole page by default. */
  readonly part?: { readonly tag: number; readonly isSelection: boolean }
}

const EMPTY_SIMHASH = '0'.repeat(16)
const LINE_PATH = 1

/** A string is a page or another text, depending on its type; bytes are anything else. */
export function signatureOf(
  body: string | Uint8Array,
  url: string,
  options: SignatureOptions = {},
): Signature {
  if (typeof body !== 'string') return signatureOfBytes(body, options)
  const form = formOf(options.type)
  return form === 'lines'
    ? signatureOfText(body, options)
    : signatureOfPage(body, url, options, form === 'xml')
}

function signatureOfPage(html: string, url: string, options: SignatureOptions, xml: boolean): Signature {
  const reader = new SignatureReader(html, xml)
  scan(html, reader, { xml })
  reader.end()
  const { pieces } = reader
  if (xml || options.part?.isSelection) for (const piece of pieces.list) piece.flags |= MAIN
  else markMain(pieces)
  const { text, hash } = pieces.content()
  return {
    kind: xml ? 'text' : 'html',
    levels: {
      ...rawLevel(options),
      tags: reader.tags.hex(),
      text: pieces.visible.hex(),
      content: hash,
      links: linkSetHash(reader.targets.keys(), reader.base, url),
    },
    ...wordsOf(pieces, text),
    regions: pieces.regions(),
    ...originOf(options),
    fresh: { text, labels: reader.labels },
  }
}

function signatureOfText(body: string, options: SignatureOptions): Signature {
  const pieces = new Pieces(false)
  const standing: Standing = {
    path: LINE_PATH,
    container: 0,
    apart: false,
    doubt: 0,
    within: false,
    suspect: false,
  }
  for (const line of linesOf(body)) pieces.addText(line, 0, standing, true)
  for (const piece of pieces.list) piece.flags |= MAIN
  const { text, hash } = pieces.content()
  return {
    kind: 'text',
    levels: { ...rawLevel(options), text: pieces.visible.hex(), content: hash },
    ...wordsOf(pieces, text),
    regions: pieces.regions(),
    ...originOf(options),
    fresh: { text, labels: new Map([[LINE_PATH, 'line']]) },
  }
}

function signatureOfBytes(body: Uint8Array, options: SignatureOptions): Signature {
  return {
    kind: 'binary',
    levels: rawLevel(options),
    simhash: EMPTY_SIMHASH,
    sketch: NO_SKETCH,
    blocks: body.length === 0 ? NO_BLOCKS : blockSignature(body),
    regions: NO_REGIONS,
    ...originOf(options),
  }
}

const originOf = ({ part, takenAt = 0 }: SignatureOptions) => ({ part: part?.tag ?? 0, takenAt })

const rawLevel = ({ digest }: SignatureOptions) => (digest === undefined ? {} : { raw: digest })

function wordsOf(pieces: Pieces, text: string): Pick<Signature, 'simhash' | 'sketch' | 'blocks'> {
  const frequencies = new Map<number, number>()
  const sketch = new SketchBuilder()
  pieces.words.each(
    piece => pieces.isMain(piece),
    hash => {
      const signed = hash | 0
      frequencies.set(signed, (frequencies.get(signed) ?? 0) + 1)
      sketch.add(signed)
    },
  )
  const vector = new SimhashVector()
  for (const [hash, weight] of frequencies) vector.addWord(hash, weight)
  return { simhash: vector.fingerprint(), sketch: sketch.build(), blocks: blockSignature(Buffer.from(text)) }
}
