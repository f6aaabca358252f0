/** The same kind of page in many encodings, declared in the header, in META, by a byte order mark, not at all, or wrongly. */
import { encodeText } from '../encoder.ts'
import { frame } from '../layout.ts'
import { listing } from '../listing.ts'
import { a, el, write } from '../markup.ts'
import { routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'
import { type Language, sentence } from '../words.ts'

const ENCODINGS: Readonly<Record<string, Language>> = {
  'utf-8': 'no',
  'windows-1252': 'de',
  'iso-8859-2': 'de',
  'iso-8859-15': 'fr',
  'windows-1251': 'ru',
  'koi8-r': 'ru',
  'iso-8859-5': 'ru',
  'windows-1256': 'ar',
  'iso-8859-6': 'ar',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  gb18030: 'ja',
  big5: 'ja',
  'utf-16le': 'ru',
  'utf-16be': 'ja',
}
export type Declaration = 'header' | 'meta' | 'bom' | 'none' | 'wrong'
const DECLARATIONS: readonly Declaration[] = ['header', 'meta', 'bom', 'none', 'wrong']
const MARKS: Readonly<Record<string, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}

/** Which pairs exist: byte order marks are for Unicode only, and UTF-16 cannot be declared by META. */
function exists(encoding: string, declared: Declaration): boolean {
  if (declared === 'bom') return encoding in MARKS
  return !(encoding.startsWith('utf-16') && declared !== 'header')
}

export function charsets(host: string): Site {
  const paths = Object.keys(ENCODINGS).flatMap(name =>
    DECLARATIONS.filter(how => exists(name, how)).map(how => `/${how}/${name}`),
  )
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Charsets', paths),
    '/:how/:name': ({ seed, part }) => {
      const how = DECLARATIONS.find(known => known === part('how'))
      const language = ENCODINGS[part('name')]
      return how && language && exists(part('name'), how)
        ? page(seed, part('name'), how, language)
        : undefined
    },
  })
  return { host, kind: 'charsets', entries: ['/'], find }
}

/** The true text of a page is its field `text`, with characters that the encoding lacks replaced by `?`. */
function page(seed: number, encoding: string, how: Declaration, language: Language): Page {
  const text = [0, 1, 2, 3].map(n => sentence(language, seed, encoding, n)).join(' ')
  const kept = new TextDecoder(encoding).decode(encodeText(text, encoding))
  const declared = how === 'wrong' ? (encoding === 'utf-8' ? 'iso-8859-1' : 'utf-8') : encoding
  const head =
    how === 'meta' || how === 'wrong'
      ? [el('meta', { 'http-equiv': 'Content-Type', content: `text/html; charset=${declared}` })]
      : []
  const root = frame({
    seed,
    template: 'page',
    title: 'x',
    language,
    main: [el('p', { id: 'text' }, kept), a('/', 'home')],
  })
  const bare = {
    ...root,
    children: [el('head', {}, ...head, el('title', {}, kept.slice(0, 20))), ...root.children.slice(1)],
  }
  const body = encodeText(`<!DOCTYPE html>${write(bare)}`, encoding)
  return {
    template: how === 'wrong' ? 'wrong' : 'page',
    headers: { 'content-type': how === 'header' ? `text/html; charset=${encoding}` : 'text/html' },
    fields: () => ({ text: kept, encoding }),
    names: () => ['/'],
    bytes: () => (how === 'bom' ? Buffer.concat([Uint8Array.from(MARKS[encoding]!), body]) : body),
  }
}
