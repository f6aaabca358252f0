import { describe, expect, it } from 'vitest'
import { isPublicSuffix, registrableDomain } from './suffix.ts'

describe('public suffixes', () => {
  it.each([
    ['www.example.co.uk', 'example.co.uk'],
    ['a.me.github.io', 'me.github.io'],
    ['github.io', 'github.io'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['localhost', 'localhost'],
    ['', ''],
  ])('registrable domain of %s is %s', (host, domain) => expect(registrableDomain(host)).toBe(domain))

  it.each([
    ['co.uk', true],
    ['github.io', true],
    ['example.co.uk', false],
    ['127.0.0.1', false],
  ])('%s is a suffix: %s', (host, expected) => expect(isPublicSuffix(host)).toBe(expected))
})
