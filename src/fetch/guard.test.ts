import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './guard.ts'

describe('RFC 6890: special-purpose addresses are refused', () => {
  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '10.255.255.255',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.255.0.1',
    ],
    ...[
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.1.1',
    ],
    ...[
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '239.1.1.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '[::1]',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '100::1',
      '2001:db8::1',
    ],
    ...['3fff::1', '2001:2::1', '2001:10::1', '5f00::1', '64:ff9b:1::1', '::ffff:0:127.0.0.1', '4000::1'],
    ...[
      '',
      'localhost',
      '1.2.3',
      '2130706433',
      '0x7f.1',
      '127.0.0.1:80',
      'example.org',
      '1.2.3.4.5',
      ':::',
      '[1.1.1.1]',
    ],
  ])('%s', address => expect(isPublicAddress(address)).toBe(false))
})

describe('public addresses pass', () => {
  it.each([
    ...[
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '172.15.0.1',
      '172.32.0.1',
      '192.0.1.1',
    ],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '8.8.8.8'],
    ...['2606:4700::1111', '[2a00:1450:4001:80b::200e]', '2001:4860:4860::8888', '2001:200::1', '3ffe::1'],
  ])('%s', address => expect(isPublicAddress(address)).toBe(true))
})

describe('addresses inside addresses', () => {
  const forms = (ipv4: string) => {
    const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number]
    const hex = (high: number, low: number) => (high * 256 + low).toString(16)
    const inverted = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`
    return [
      `::ffff:${ipv4}`,
      `::ffff:${hex(a, b)}:${hex(c, d)}`,
      `0:0:0:0:0:ffff:${ipv4}`,
      `::${ipv4}`,
      `64:ff9b::${ipv4}`,
      `2002:${hex(a, b)}:${hex(c, d)}::1`,
      `2001:0:808:808::${inverted}`,
      `2001:0:${hex(a, b)}:${hex(c, d)}::f7f7:f7f7`,
    ]
  }
  it.each(forms('127.0.0.1'))('%s is as private as 127.0.0.1', form =>
    expect(isPublicAddress(form)).toBe(false),
  )
  it.each(forms('10.1.2.3'))('%s is as private as 10.1.2.3', form =>
    expect(isPublicAddress(form)).toBe(false),
  )
  it.each(forms('8.8.4.4'))('%s is as public as 8.8.4.4', form => expect(isPublicAddress(form)).toBe(true))

  it('agree with the address they carry, whatever it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), ipv4 => {
        for (const form of forms(ipv4)) expect(isPublicAddress(form)).toBe(isPublicAddress(ipv4))
      }),
    )
  })
})

describe('other spellings of loopback, as the URL parser reads them', () => {
  it.each([
    ...['2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.1', '127.0.1', '017700000001', '127.0.0.1.'],
    ...['１２７.0.0.1', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]'],
  ])('%s', spelling => expect(isPublicAddress(new URL(`http://${spelling}/`).hostname)).toBe(false))
})

it('never throws', () => {
  const character = fc.constantFrom(...'0123456789abcdef:.%[]xg')
  fc.assert(
    fc.property(fc.string({ unit: character }), fc.ipV6(), (text, ipv6) => {
      isPublicAddress(text)
      isPublicAddress(ipv6)
    }),
  )
})
