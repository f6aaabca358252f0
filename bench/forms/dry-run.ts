/** The same choice of queries without engine and HTTP: seconds instead of minutes, for sweeps of chosen numbers. */
import { scanPage } from '../../src/document/scan-page.ts'
import { HostQueries } from '../../src/focus/queries/index.ts'
import { queryWords } from '../../src/focus/queries/query-words.ts'
import { parseTree } from '../../src/html/index.ts'
import { formsOf, queryAddress } from '../../src/site/index.ts'
import { Canonicalizer } from '../../src/url/index.ts'
import { hash32 } from '../../test/world/chance.ts'
import { writeDocument } from '../../test/world/markup.ts'
import type { Harvest, HiddenSite } from './hidden-sites.ts'

const SEED = hash32('forms')
const ENTRIES = ['/', '/about', '/hours', '/catalog']

export function dryRun({ site, isRecord }: HiddenSite, limit: number): Harvest {
  const origin = `http://${site.host}`
  const canonicalizer = new Canonicalizer({})
  const queries = new HostQueries()
  const began = performance.now()
  const read = (url: string) => {
    const at = { seed: SEED, nowMs: 0 }
    const page = site.find(url.slice(origin.length), at)
    const html = page?.draw ? writeDocument(page.draw({ ...at, edits: [] })) : ''
    return { html, ...scanPage(html, url, canonicalizer, { text: true }) }
  }
  for (const url of ENTRIES.map(path => origin + path)) {
    const { html, links, text = '' } = read(url)
    const forms = formsOf(parseTree(html).nodes, url, { post: false })
    queries.sawForms(
      forms,
      { url, depth: 0 },
      links.map(({ href }) => href),
    )
    queries.sawWords(queryWords(text))
  }
  const known = new Set<string>()
  for (let next = queries.next(limit); next !== null; next = queries.next(limit)) {
    const found: string[] = []
    let url: string | null = queryAddress(next.target, next.query) ?? null
    queries.asked(next, url)
    while (url !== null) {
      const answer = queries.read(url, read(url).links)!
      const fresh = answer.records.filter(({ href }) => !known.has(href)).map(({ href }) => href)
      for (const href of fresh) known.add(href)
      found.push(...fresh)
      url = queries.answered(url, answer, fresh.length)
    }
    for (const href of found) queries.sawWords(queryWords(read(href).text ?? ''))
  }
  const { estimate, answerPages, forms } = queries.report()
  return {
    found: [...known].filter(href => isRecord.test(href)).length,
    queries: forms.reduce((sum, form) => sum + form.queries, 0),
    answerPages,
    estimate,
    forbidden: 0,
    seconds: (performance.now() - began) / 1000,
  }
}
