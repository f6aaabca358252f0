import { createHmac, timingSafeEqual } from 'node:crypto'

/** WebSub section 7.1.1: the methods a hub may sign with. */
const METHODS = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** Whether `X-Hub-Signature: method=hex` is the signature of the body under the secret. */
export function isSigned(signature: string | undefined, body: Uint8Array, secret: string): boolean {
  const [, method = '', hex = ''] =
    /^\s*([a-z0-9]+)=([0-9a-f]+)\s*$/i.exec(signature?.slice(0, 200) ?? '') ?? []
  if (!METHODS.has(method.toLowerCase())) return false
  const right = createHmac(method.toLowerCase(), secret).update(body).digest()
  const given = Buffer.from(hex, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
