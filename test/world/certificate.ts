/** A self-signed certificate made when the world starts: X.509 (RFC 5280 section 4.1) built by hand, so that no key is stored anywhere. */
import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from([0x82, body.length >> 8, body.length & 0xff])
  return Buffer.concat([Buffer.from([tag]), length, body])
}

const text = (tag: number, value: string) => der(tag, Buffer.from(value))

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** A certificate for every name below `domain`; nobody has reason to trust it. */
export function selfSigned(domain: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256)
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text(0x0c, domain))))
  const validity = der(SEQUENCE, text(0x17, '250101000000Z'), text(0x17, '490101000000Z'))
  const names = der(SEQUENCE, text(0x82, domain), text(0x82, `*.${domain}`))
  const extensions = der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, names))))
  const toBeSigned = der(
    SEQUENCE,
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey))
  const whole = der(SEQUENCE, toBeSigned, algorithm, signature)
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  const cert = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
}
