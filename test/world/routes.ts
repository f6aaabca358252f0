/** Routes paths to pages: `/item/:id` gives `id`, `:id#` only digits, `*` the rest. The query is passed on parsed. */
import type { Moment, Page } from './site.ts'

export interface Route extends Moment {
  readonly path: string
  readonly pathname: string
  readonly query: URLSearchParams
  /** A named part of the path, decoded; empty if there is none. */
  part(name: string): string
  /** A named part as a number. */
  number(name: string): number
}

export type Handler = (route: Route) => Page | undefined

export function routes(
  table: Readonly<Record<string, Handler>>,
): (path: string, at: Moment) => Page | undefined {
  const compiled = Object.entries(table).map(([pattern, handler]) => ({ matcher: compile(pattern), handler }))
  return (path, at) => {
    const mark = path.indexOf('?')
    const pathname = mark < 0 ? path : path.slice(0, mark)
    for (const { matcher, handler } of compiled) {
      const match = matcher.exec(pathname)
      if (match) return handler(routeOf(path, pathname, mark, match.groups ?? {}, at))
    }
    return undefined
  }
}

function routeOf(
  path: string,
  pathname: string,
  mark: number,
  groups: Record<string, string>,
  at: Moment,
): Route {
  const part = (name: string) => decode(groups[name] ?? '')
  return {
    ...at,
    path,
    pathname,
    query: new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1)),
    part,
    number: name => Number(part(name)),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function compile(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '(?<rest>.*)')
    .replace(/:([a-z]+)#/gi, '(?<$1>(?:0|[1-9]\\d*))')
    .replace(/:([a-z]+)/gi, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`)
}
