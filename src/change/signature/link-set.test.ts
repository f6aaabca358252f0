import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkSetHash } from './link-set.ts'

const BASE = 'https://example.org/a/b.html?q=1'
const hash = (targets: string[]) => linkSetHash(targets, undefined, BASE)

describe('the set of links', () => {
  it('does not depend on order, repetition, fragments or how an address is written', () => {
    expect(hash(['/x', 'y', '/x#top'])).toBe(hash(['https://example.org/a/y', 'https://example.org/x']))
    expect(hash(['../z'])).toBe(hash(['/z']))
    expect(hash(['/x'])).not.toBe(hash(['/y']))
  })

  it('resolves as the platform does', () => {
    const part = fc.constantFrom(
      'a',
      'b.c',
      '.',
      '..',
      '',
      'x y',
      'é',
      '?q=1',
      '~u',
      '-',
      'm:n',
      '%41',
      'A|B',
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), parts => {
        const target = parts.join('/')
        expect(hash([target])).toBe(hash([URL.parse(target, BASE)?.href ?? target]))
      }),
    )
  })
})
