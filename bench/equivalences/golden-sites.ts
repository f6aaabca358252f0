/** Golden sets whose classes say which addresses are copies. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { goldenClassifier } from '../../src/site/index.ts'
import { type GoldenSite, readGolden } from '../model/golden.ts'
import type { ServedSite } from './served-site.ts'

const SITES = ['jwhisky', 'smartika']
const STUB = /http-equiv="refresh"/i
const MAX_STUB_CHARS = 3_000

export function goldenTruths(golden: string, sites: string): ServedSite[] {
  return readGolden(golden, SITES).flatMap(site => {
    const folder = join(sites, site.name, site.root_dir)
    if (existsSync(folder)) return [served(site, folder)]
    console.log(`${site.name} missing: ${site.how_to_get}; unpack it into ${folder}`)
    return []
  })
}

function served(golden: GoldenSite, folder: string): ServedSite {
  const truth = goldenClassifier(golden)
  const answer = (path: string) => {
    const file = fileAt(folder, decodeURIComponent(new URL(path, 'http://site.test').pathname))
    return file === null ? null : readFileSync(file, 'utf8')
  }
  return {
    name: golden.name,
    start: golden.start,
    answer,
    pageAt: path => {
      const html = answer(path)
      const { pathname } = new URL(path, 'http://site.test')
      if (html === null || (html.length < MAX_STUB_CHARS && STUB.test(html))) return null
      const found = truth(`http://site.test${pathname}`)
      if (found === undefined) return null
      // The folder of a copy is the page that it is a copy of.
      return found.trap ? pathname.replace(/[^/]*$/, '') : pathname.replace(/\/index\.html$/, '/')
    },
  }
}

function fileAt(folder: string, path: string): string | null {
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() && /\.html?$/.test(file) ? file : null
}
