/**
 * Request and queue stage: reads a JSON API page by page, and asks a second one by POST.
 *
 * A page is known by its address. Requests with different bodies to one address therefore get addresses of their own (`/graphql?query=…`),
 * which the request stage turns into what the server expects.
 *
 * The config needs `scope: {types: [application/json]}`.
 */
import { definePlugin, type Plugin } from '../src/index.ts'

export interface ApiOptions {
  /** Path of the list; each of its answers names the `next` one. */
  readonly list: string
  /** Path that is asked by POST. */
  readonly queries: string
}

export function jsonApi({ list, queries }: ApiOptions): Plugin {
  return definePlugin({
    name: 'json-api',
    request(request) {
      const query = request.url.searchParams.get('query')
      if (request.url.pathname !== queries || query === null) return
      request.url = new URL(queries, request.url)
      request.method = 'POST'
      request.headers.set('content-type', 'application/json')
      request.body = JSON.stringify({ query })
    },
    queue({ url, visit }, context) {
      if (url.pathname !== list || visit?.outcome !== 'fetched') return
      const { items, next } = JSON.parse(visit.html() ?? '{}') as Answer
      if (next) context.add(new URL(next, url).href)
      for (const { id } of items ?? [])
        context.add(
          new URL(`${queries}?query=${encodeURIComponent(`{ item(id: ${id}) { price } }`)}`, url).href,
        )
    },
  })
}

interface Answer {
  readonly items?: readonly { readonly id: number }[]
  readonly next?: string | null
}

export default jsonApi({ list: '/api/items', queries: '/graphql' })
