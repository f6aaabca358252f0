/** The single-page applications of the maze: their server answers every address below one with its file of that name or, failing that, its shell. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Page, plain } from '../../test/world/index.ts'

const PLACE = /^\/javascript\/frameworks\/([\w.-]+)\/(.*)$/
const NAMES = ['angular', 'angularjs', 'polymer', 'react']
/** AngularJS comes from elsewhere; `npm install angular@1.8.0 angular-route@1.8.0` in the maze brings it. */
const ELSEWHERE = 'https://ajax.googleapis.com/ajax/libs/angularjs/1.8.0/'
const LIBRARIES = '/libraries/'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

/** What the list of expected addresses calls otherwise than the routers of the applications do today. */
const ROUTED: Readonly<Record<string, RegExp>> = {
  '/javascript/frameworks/angularjs/ng-href.found': /\/angularjs\/(?:index\.html)?#!\/?ng-href\.found$/,
  '/javascript/frameworks/react/index.html/search.found': /\/react\/search\.found\/[^/]+$/,
}

/** Those that can be served as they are. */
export function applicationsIn(folder: string): readonly string[] {
  return NAMES.filter(name => {
    const has = (...path: readonly string[]) => existsSync(join(folder, ...path))
    const place = ['test-cases/javascript/frameworks', name]
    if (name === 'angularjs') return has('node_modules/angular') && has('node_modules/angular-route')
    return has(...place, 'index.html') && !has(...place, 'package.json')
  })
}

/** The application that an address belongs to. */
export const applicationOf = (path: string): string | undefined => PLACE.exec(path)?.[1]

export function applicationPage(folder: string, path: string): Page | undefined {
  if (path.startsWith(LIBRARIES)) {
    const file = path.slice(LIBRARIES.length)
    return served(join(folder, 'node_modules', file.split('.', 1)[0]!, file))
  }
  const [, name, file = ''] = PLACE.exec(path) ?? []
  if (name === undefined || !applicationsIn(folder).includes(name)) return undefined
  const root = join(folder, 'test-cases/javascript/frameworks', name)
  return served(join(root, file)) ?? served(join(root, 'index.html'))
}

function served(file: string): Page | undefined {
  if (!existsSync(file) || !statSync(file).isFile()) return undefined
  const text = readFileSync(file, 'utf8').replaceAll(ELSEWHERE, LIBRARIES)
  return plain(text, 'application', TYPES[extname(file)] ?? 'application/octet-stream')
}

/** Whether an expected address is among those found, as it is listed or as the router of its application writes it. */
export function isAmong(found: ReadonlySet<string>, origin: string, path: string): boolean {
  const routed = ROUTED[path]
  return found.has(origin + path) || (routed !== undefined && [...found].some(url => routed.test(url)))
}
