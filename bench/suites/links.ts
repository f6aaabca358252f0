/**
 * Links against Google's security-crawl-maze (`--folder security-crawl-maze`): each page below test-cases/html hides one
 * address that ends in `.found`. Pages the maze renders from templates are read from there; header cases are stated here.
 * Three cases cannot be found by anybody who resolves addresses as the URL standard says: ./test, ../test and /name.pdf in
 * the text are expected relative to a place that is not their base.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { linksFromHeader, refreshFromHeader, scanPage } from '../../src/document/index.ts'
import { Canonicalizer } from '../../src/url/index.ts'

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
if (values.folder === undefined) {
  console.error('usage: links.ts --folder security-crawl-maze')
  process.exit(2)
}
const { folder } = values
const SITE = 'http://maze.example'
const canonicalizer = new Canonicalizer()
const found = new Map<string, string>()

function read(html: string, url: string): void {
  for (const { href, kind } of scanPage(html, url, canonicalizer, { mentions: true }).links)
    found.set(href, kind)
}

function readFolder(root: string, prefix: string): void {
  if (!existsSync(root)) return
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue
    const path = join(entry.parentPath, entry.name)
    const page = readFileSync(path, 'utf8').replaceAll(/\{\{[^}]*\}\}/g, `${SITE}/`)
    read(
      page,
      `${SITE}/${prefix}${relative(root, path).replace(/\.html$/, prefix.includes('misc') ? '/' : '.html')}`,
    )
  }
}

readFolder(join(folder, 'test-cases/html'), 'html/')
readFolder(join(folder, 'blueprints/html/templates'), 'html/misc/')
for (const { href } of linksFromHeader('</test/headers/link.found>; rel="preload"', `${SITE}/headers/link/`))
  found.set(href, 'header')
const refresh = refreshFromHeader('999; url=/test/headers/refresh.found', `${SITE}/headers/refresh/`)
if (refresh !== undefined) found.set(refresh.url, 'header')

const results = join(folder, 'blueprints/utils/resources/expected-results.json')
const expected = (JSON.parse(readFileSync(results, 'utf8')) as string[]).map(path => `${SITE}${path}`)
const judged = expected.filter(
  url => url.includes('/test/html/') || /\/test\/headers\/(link|refresh)/.test(url),
)
const missing = judged.filter(url => !found.has(url))
for (const url of missing) console.log(`  missing: ${url}`)
console.log(
  `links: ${judged.length - missing.length} of ${judged.length} static (the maze expects ${expected.length} in all, with scripts and redirects)`,
)
