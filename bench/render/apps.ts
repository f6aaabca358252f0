/**
 * Single-page applications made by real generators of documentation, which show the documents of this project: docsify and docute with
 * addresses of their own for each page, Redoc and Swagger UI with a description of an interface a page. Nothing stands in what their
 * servers send.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Page, plain, type Site } from '../../test/world/index.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')

export interface App {
  readonly site: Site
  /** Paths of pages that are empty without a browser. */
  readonly pages: readonly string[]
}

export const PACKAGES = ['docsify', 'docute', 'redoc', 'swagger-ui-dist']
/** The scripts of some of these packages need what only their authors have. */
export const INSTALL = 'npm install --ignore-scripts docsify docute redoc@2 swagger-ui-dist'

export const isInstalled = (folder: string, name: string): boolean =>
  existsSync(join(folder, 'node_modules', name))

/** `folder` has the packages in its `node_modules`. */
export function apps(folder: string): readonly App[] {
  const file = (path: string) => readFileSync(join(folder, 'node_modules', path), 'utf8')
  const documents = new Map(globSync('*.md', { cwd: DOCS }).map(name => [basename(name, '.md'), read(name)]))
  const names = [...documents.keys()].filter(name => name !== 'README').sort()
  return [
    docsify(names, documents, file),
    docute(names, documents, file),
    redoc(names, file),
    swagger(names, file),
  ]
}

const read = (name: string) => readFileSync(join(DOCS, name), 'utf8')

type Files = (path: string) => string

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

function served(
  host: string,
  shell: string,
  files: Readonly<Record<string, () => Page>>,
  pages: readonly string[],
): App {
  const known = new Set(pages)
  const find = (path: string) => files[path]?.() ?? (known.has(path) ? plain(shell, 'app', HTML) : undefined)
  return { site: { host, kind: 'app', entries: ['/'], find }, pages }
}

function docsify(names: readonly string[], documents: ReadonlyMap<string, string>, file: Files): App {
  const sidebar = names.map(name => `* [${name}](/${name})`).join('\n')
  const shell = `<!doctype html><html lang=en><title>Documents</title><body><div id=app></div>
    <script>window.$docsify = { routerMode: 'history', loadSidebar: true, name: 'Documents', alias: { '/.*/_sidebar.md': '/_sidebar.md' } }</script>
    <script src=/docsify.js></script>`
  return served(
    'docsify.test',
    shell,
    {
      '/docsify.js': () => plain(file('docsify/dist/docsify.min.js'), 'script', SCRIPT),
      '/_sidebar.md': () => plain(sidebar, 'data'),
      '/README.md': () => plain('# Documents\n\nOf one project.', 'data'),
      ...Object.fromEntries([...documents].map(([name, text]) => [`/${name}.md`, () => plain(text, 'data')])),
    },
    ['/', ...names.map(name => `/${name}`)],
  )
}

function docute(names: readonly string[], documents: ReadonlyMap<string, string>, file: Files): App {
  const links = JSON.stringify(names.map(name => ({ title: name, link: `/${name}` })))
  const shell = `<!doctype html><html lang=en><title>Documents</title><link rel=stylesheet href=/docute.css><body><div id=docute></div>
    <script src=/docute.js></script><script>new Docute({ target: '#docute', router: { mode: 'history' }, sidebar: [{ title: 'All', links: ${links} }] })</script>`
  return served(
    'docute.test',
    shell,
    {
      '/docute.js': () => plain(file('docute/dist/docute.js'), 'script', SCRIPT),
      '/docute.css': () => plain(file('docute/dist/docute.css'), 'style', 'text/css'),
      '/README.md': () => plain('# Documents\n\nOf one project.', 'data'),
      ...Object.fromEntries([...documents].map(([name, text]) => [`/${name}.md`, () => plain(text, 'data')])),
    },
    ['/', ...names.map(name => `/${name}`)],
  )
}

/** A description of an interface, as long as such are. */
function description(name: string): string {
  const operation = (verb: string) => ({
    summary: `${verb} one ${name}`,
    description: `What is known of ${name} is ${verb} here, as it stands.`,
    responses: { 200: { description: `The ${name} that was ${verb}` } },
  })
  const paths = Object.fromEntries(
    ['found', 'listed', 'told', 'counted', 'shown'].map(verb => [
      `/${name}/${verb}`,
      { get: operation(verb) },
    ]),
  )
  return JSON.stringify({ openapi: '3.0.0', info: { title: `Interface of ${name}`, version: '1' }, paths })
}

/** A list of pages that has no scripts, and one page for each. */
function described(
  host: string,
  names: readonly string[],
  page: (name: string) => string,
  files: Readonly<Record<string, () => Page>>,
): App {
  const list = `<!doctype html><title>Interfaces</title><ul>${names.map(name => `<li><a href=/${name}>${name}</a>`).join('')}</ul>`
  const pages = names.map(name => `/${name}`)
  const all: Readonly<Record<string, () => Page>> = {
    ...files,
    '/': () => plain(list, 'list', HTML),
    ...Object.fromEntries(names.map(name => [`/${name}`, () => plain(page(name), 'app', HTML)])),
    ...Object.fromEntries(
      names.map(name => [`/${name}.json`, () => plain(description(name), 'data', 'application/json')]),
    ),
  }
  return { site: { host, kind: 'app', entries: ['/'], find: path => all[path]?.() }, pages }
}

const redoc = (names: readonly string[], file: Files) =>
  described(
    'redoc.test',
    names,
    name =>
      `<!doctype html><title>${name}</title><body><redoc spec-url=/${name}.json></redoc><script src=/redoc.js></script>`,
    { '/redoc.js': () => plain(file('redoc/bundles/redoc.standalone.js'), 'script', SCRIPT) },
  )

const swagger = (names: readonly string[], file: Files) =>
  described(
    'swagger.test',
    names,
    name => `<!doctype html><title>${name}</title><body><div id=ui></div><script src=/swagger.js></script>
      <script>SwaggerUIBundle({ url: '/${name}.json', dom_id: '#ui' })</script>`,
    { '/swagger.js': () => plain(file('swagger-ui-dist/swagger-ui-bundle.js'), 'script', SCRIPT) },
  )
