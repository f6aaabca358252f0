/**
 * google/security-crawl-maze: pages that lead somewhere in every way there is, and a list of the addresses that must be found. Served here as
 * its own server does. Its applications have to be built first, in place, as its Dockerfile says (`NODE_OPTIONS=--openssl-legacy-provider` lets their
 * tools of 2019 run); those that are not are left out.
 */
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, plain, type Site } from '../../test/world/index.ts'
import { applicationOf, applicationPage, applicationsIn } from './maze-applications.ts'

export interface Maze {
  readonly site: Site
  /** Addresses that must be found, as paths; those of `javascript` need a browser. */
  readonly expected: readonly string[]
}

const HTML = 'text/html; charset=utf-8'
const ORIGIN = 'http://maze.test/'

/** `folder` is a copy of the repository. */
export function maze(folder: string): Maze {
  const listed = JSON.parse(
    readFileSync(join(folder, 'blueprints/utils/resources/expected-results.json'), 'utf8'),
  ) as readonly string[]
  const applications = new Set(applicationsIn(folder))
  const expected = listed.filter(path => {
    const application = applicationOf(path)
    return application === undefined || applications.has(application)
  })
  const found = new Set(expected.filter(path => applicationOf(path) === undefined))
  const find = (path: string): Page | undefined =>
    found.has(path)
      ? plain('found', 'found', HTML)
      : (special(folder, path) ?? applicationPage(folder, path) ?? listing(folder, path))
  return { site: { host: 'maze.test', kind: 'maze', entries: ['/'], find }, expected }
}

/** What the server makes by itself. */
function special(folder: string, path: string): Page | undefined {
  const template = (name: string, headers: Readonly<Record<string, string>> = {}, status = 200): Page => {
    const text = readFileSync(join(folder, name), 'utf8').replace(/\{\{\s*url_for\([^}]*\}\}/g, ORIGIN)
    return { ...plain(text, 'special', HTML), headers: { 'content-type': HTML, ...headers }, status }
  }
  const script = (text: string) => plain(text, 'script', 'application/javascript')
  switch (path) {
    case '/':
      return template('templates/index.html')
    case '/robots.txt':
      return plain('User-agent: *\nDisallow: /test/misc/known-files/robots.txt.found', 'robots')
    case '/sitemap.xml':
      return plain(
        readFileSync(join(folder, 'templates/sitemap.xml'), 'utf8').replace(/\{\{[^}]*\}\}/g, ORIGIN),
        'sitemap',
        'application/xml',
      )
    case '/css/font-face.css':
      return plain(
        `@font-face{font-family: leak;src: url(${ORIGIN}test/css/font-face.found);}`,
        'style',
        'text/css',
      )
    case '/headers/content-location/':
      return template(
        'blueprints/headers/templates/content-location-header.html',
        { 'content-location': '/test/headers/content-location.found' },
        201,
      )
    case '/headers/link/':
      return template('blueprints/headers/templates/link-header.html', {
        link: '</test/headers/link.found>; rel="preload"',
      })
    case '/headers/location/':
      return {
        ...plain('', 'moved', HTML),
        status: 301,
        headers: { location: '/test/headers/location.found' },
        location: '/test/headers/location.found',
      }
    case '/headers/refresh/':
      return template('blueprints/headers/templates/refresh-header.html', {
        refresh: '999; url=/test/headers/refresh.found',
      })
    case '/html/misc/url/full-url/':
    case '/html/misc/url/path-relative-url/':
    case '/html/misc/url/protocol-relative-url/':
      return template(`blueprints/html/templates/url/${path.split('/')[4]}.html`)
    case '/html/misc/string/url-string/':
      return template('blueprints/html/templates/string/url-string.html')
    case '/javascript/misc/comment.js':
      return script(`// ${ORIGIN}test/javascript/misc/comment.found`)
    case '/javascript/misc/string-variable.js':
      return script(`var url = "${ORIGIN}test/javascript/misc/string-variable.found";`)
    case '/javascript/misc/string-concat-variable.js':
      return script(
        `var domain = "${ORIGIN}";var path = "test/javascript/misc/string-concat-variable.found";var full = domain + path;`,
      )
    default:
      return undefined
  }
}

function listing(folder: string, path: string): Page | undefined {
  const [match] = globSync(`test-cases${path.replace(/\/$/, '')}`, { cwd: folder })
  if (match === undefined || applicationOf(path) !== undefined) return undefined
  const place = join(folder, match)
  if (statSync(place).isFile()) return plain(readFileSync(place, 'utf8'), 'case', HTML)
  const items = readdirSync(place).map(
    name => `<li><a href="${path}${name}${name.endsWith('.html') ? '' : '/'}">${name}</a>`,
  )
  return plain(`<!doctype html><title>${path}</title><ul>${items.join('')}</ul>`, 'list', HTML)
}
