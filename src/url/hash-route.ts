/**
 * Single-page applications name their pages behind the hash: `#/orders/7`, `#!orders/7`. Servers never see this part; only a page shown in a
 * browser depends on it. Every other fragment is a place within a page.
 */
import { normalizeEscapes } from './escapes.ts'

/** `#/` and `#!` alone are the first page of an application, or a button that leads nowhere. */
const ROUTE = /^#(?:!\/?|\/)[^/]/

/** Returns the route of an address in one spelling, with its hash; empty if it has none. */
export function hashRouteOf(href: string): string {
  const at = href.indexOf('#')
  if (at === -1 || !ROUTE.test(href.slice(at, at + 4))) return ''
  return normalizeEscapes(URL.parse(href.slice(at), 'http://h/')?.hash ?? '')
}

/** The part of an address that its server is asked for. */
export function withoutHash(url: string): string {
  const at = url.indexOf('#')
  return at === -1 ? url : url.slice(0, at)
}
