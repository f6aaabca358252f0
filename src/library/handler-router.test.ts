import { expect, it } from 'vitest'
import { HandlerRouter } from './handler-router.ts'

const names = ['product', '/shop/*', '/search?q=*', 'https://b.test/*', '/a.c', 'default'] as const
const router = new HandlerRouter(Object.fromEntries(names.map(name => [name, () => name])))

it.each([
  ['https://a.test/shop/7', 'product', 'product'],
  ['https://a.test/shop/7', 'unknown class', '/shop/*'],
  ['https://a.test/shop/', null, '/shop/*'],
  ['https://a.test/shop', null, 'default'],
  ['https://a.test/search?q=lamp', null, '/search?q=*'],
  ['https://a.test/search', null, 'default'],
  ['https://b.test/x', null, 'https://b.test/*'],
  ['https://a.test/abc', null, 'default'],
  ['https://a.test/a.c', '/a.c', '/a.c'],
])('%s of class %s goes to %s', (url, pageClass, name) =>
  expect((router.handlerOf(url, pageClass) as () => string)()).toBe(name),
)

it('has no handler where there is no default', () =>
  expect(new HandlerRouter({ '/x': () => 1 }).handlerOf('https://a.test/', 'constructor')).toBeUndefined())

it('says which handler is no function', () =>
  expect(() => new HandlerRouter({ product: 'shown' } as never)).toThrow(
    'what is to handle "product" is not a function',
  ))
