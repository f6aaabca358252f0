/**
 * Makes text from outside safe for a terminal. Titles, addresses, status lines, headers and error texts are written by strangers, and a
 * terminal obeys what it receives: it moves the cursor, renames its window, overwrites earlier output. So everything that is printed for
 * people or as JSON passes through here once.
 *
 * Characters that are invisible, or change how the rest is displayed, are escaped like `\u001b`, as in JSON: control characters (C0, DEL,
 * C1), marks that change the direction of text, line and paragraph separators, zero-width spaces, tags, and halves of surrogate pairs.
 * Inside JSON that is an escape of the same character, so that machines lose nothing. Joiners (U+200C, U+200D) stay: Persian, Hindi and
 * emoji need them.
 */
const UNSEEN =
  /[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu

/** On one line: tabs and line breaks become spaces. */
export function printable(text: string): string {
  return escaped(text.replace(/[\t\n\v\f\r]+/g, ' '))
}

/** Keeps line breaks. */
export function printableLines(text: string): string {
  return text.includes('\n') ? text.split('\n').map(printable).join('\n') : printable(text)
}

function escaped(text: string): string {
  return text.replace(UNSEEN, spelled)
}

function spelled(char: string): string {
  let text = ''
  for (let i = 0; i < char.length; i++) text += `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`
  return text
}
