import { expect, it } from 'vitest'
import { Redactor } from './redact.ts'

const redactor = new Redactor({ cookies: false, secrets: ['pass wörd/1', 'abc', ''] })
const request = (...headers: string[]) => redactor.request({ method: 'GET', path: '/', headers }).headers
const response = (...headers: string[]) => redactor.response({ status: 200, statusText: '', headers }).headers

it('leaves out credentials and the values of cookies, and keeps their names', () => {
  expect(request('Host', 'h', 'authorization', 'Bearer x', 'Proxy-Authorization', 'Basic y')).toEqual([
    ...['Host', 'h', 'authorization', '[redacted]', 'Proxy-Authorization', '[redacted]'],
  ])
  expect(request('Cookie', 'a=1; b=2; c')).toEqual(['Cookie', 'a=[redacted]; b=[redacted];[redacted]'])
  expect(response('Set-Cookie', 'sid=x=y; Path=/; Secure', 'set-cookie', 'bare')).toEqual([
    ...['Set-Cookie', 'sid=[redacted]; Path=/; Secure', 'set-cookie', '[redacted]'],
  ])
})

it('leaves out secrets in every spelling, unless they are too short to tell from words', () => {
  expect(redactor.text('x pass wörd/1 y pass%20w%C3%B6rd%2F1 pass+w%C3%B6rd%2F1 abc')).toBe(
    'x [redacted] y [redacted] [redacted] abc',
  )
  expect(request('X-Key', 'pass wörd/1')).toEqual(['X-Key', '[redacted]'])
  expect(redactor.request({ method: 'GET', path: '/?k=pass+w%C3%B6rd%2F1', headers: [] }).path).toBe(
    '/?k=[redacted]',
  )
  const posted = { method: 'POST', path: '/', headers: [], body: '{"key":"pass wörd/1"}' }
  expect(redactor.request(posted).body).toBe('{"key":"[redacted]"}')
})

it('leaves out user and password in the address of a redirect', () => {
  expect(response('Location', 'https://u:p@h/x@y')).toEqual(['Location', 'https://h/x@y'])
})

it('keeps cookies where that is wanted', () => {
  const keeping = new Redactor({ cookies: true, secrets: [] })
  const headers = ['Cookie', 'a=1', 'Authorization', 'x']
  expect(keeping.request({ method: 'GET', path: '/', headers }).headers).toEqual([
    ...['Cookie', 'a=1', 'Authorization', '[redacted]'],
  ])
})
