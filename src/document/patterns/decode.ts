/** Decodes addresses as scripts and servers encode them. Each function returns undefined if the text is not encoded that way. */

/** Cloudflare's e-mail protection: hexadecimal, each byte XORed with the first. */
export function fromCloudflare(hex: string): string | undefined {
  if (!/^(?:[\da-f]{2}){4,200}$/i.test(hex)) return undefined
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex')
  return Buffer.from(bytes.map(byte => byte ^ key)).toString('utf8')
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, letter => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

export const reversed = (text: string): string => [...text].reverse().join('')

export function fromBase64(text: string): string | undefined {
  if (!/^[A-Za-z\d+/_-]{8,400}={0,2}$/.test(text)) return undefined
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return /^[\x20-\x7e]+$/.test(decoded) ? decoded : undefined
}

export function fromPercent(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The escapes of string literals in scripts. */
export function unescaped(literal: string): string {
  return literal.replace(/\\(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([\s\S]))/gi, (...found) => {
    const [, four, braced, two, other] = found as (string | undefined)[]
    const code = Number.parseInt(four ?? braced ?? two ?? '', 16)
    return other ?? (code <= 0x10ffff ? String.fromCodePoint(code) : '')
  })
}
