import { expect, it } from 'vitest'
import { z } from 'zod'
import { parsedRequest } from './parsed-request.ts'

const QUERY = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(50),
  status: z.enum(['waiting', 'error']).optional(),
  url: z.string().min(1),
  urls: z.array(z.string()).min(1).max(2).optional(),
  refetch: z.boolean().optional(),
  sites: z.array(z.string()).min(2, 'name two sites or more').optional(),
})

it.each([
  [{}, 'url: it is missing'],
  [{ url: '' }, 'url: it must have at least 1 character'],
  [{ url: 'a', limit: 'many' }, 'limit: it must be a number'],
  [{ url: 'a', limit: '1.5' }, 'limit: it must be a whole number'],
  [{ url: 'a', limit: '0' }, 'limit: it must be at least 1'],
  [{ url: 'a', limit: '5000' }, 'limit: it must be at most 1000'],
  [{ url: 'a', status: 'fine' }, 'status: it must be one of waiting, error'],
  [{ url: 'a', urls: ['a', 'b', 'c'] }, 'urls: it must have at most 2 entries'],
  [{ url: 'a', urls: 'b' }, 'urls: it must be a list'],
  [{ url: 'a', urls: [7] }, 'urls.0: it must be a text'],
  [{ url: 'a', refetch: 'yes' }, 'refetch: it must be true or false'],
  [{ url: 'a', sites: ['b'] }, 'sites: name two sites or more'],
  [[], 'the request: it must be an object'],
  [null, 'the request: it must be an object'],
  [{ url: 'a', stauts: 'error' }, '"stauts" is not known here: use limit, status, url, urls, refetch, sites'],
])('%j', (given, sentence) => {
  expect(() => parsedRequest(QUERY, given)).toThrow(sentence)
})

it('leaves to others what they read', () => {
  expect(parsedRequest(QUERY, { url: 'a', ticket: 't' }, ['ticket'])).toEqual({ url: 'a', limit: 50 })
  expect(() => parsedRequest(z.object({}), { a: 1 })).toThrow('"a" is not known here: this takes nothing')
})
