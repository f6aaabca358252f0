import { expect, it } from 'vitest'
import { pathsNamed } from './paths-named.ts'

it('lists the paths of all groups, without patterns', () => {
  const body = [
    'User-agent: *',
    'Disallow: /admin # not for you',
    'Disallow: /*.pdf$',
    'Disallow: /',
    'Disallow:',
    'Allow: /admin/help.html$',
    'User-agent: other',
    'Disallow: /admin',
    'Disallow: /über',
    'Sitemap: https://a.test/sitemap.xml',
  ]
  expect(pathsNamed(body.join('\r\n'))).toEqual(['/admin', '/admin/help.html', '/über'])
})

it('lists a bounded number of paths', () => {
  const rules = Array.from({ length: 20_000 }, (_, n) => `Disallow: /${n}`)
  expect(pathsNamed(rules.join('\n'))).toHaveLength(1_000)
})
