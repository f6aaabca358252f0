/**
 * Pages behind search forms. `npm run bench:forms`
 *
 *   node bench/forms.ts [--queries 500] [--site shop|library] [--dry] [--json]
 *   node bench/forms.ts --formasaurus DIR
 *
 * Two sites of 5,000 records each, to which no link leads, are crawled by the real engine over HTTP: a shop (a search in the header of each
 * page with a choice of departments, twenty products to a page, best match first) and a library (a search page with a table, ten books to a
 * page, newest first, words from a long tail). Both cut answers after 100 records, and also have forms that order, log in, subscribe and
 * delete. Exits with 1 if less than 90 % of the records are found, if more than one query per ten of them is needed, or if any of
 * those other forms was sent.
 *
 * `--dry` chooses queries in the same way without engine and HTTP, in seconds: for sweeps of chosen numbers.
 *
 * With `--formasaurus`, the gate is given the forms of TeamHG-Memex/Formasaurus, which people labeled: whatever would be sent must be a search.
 * Exits with 1 if another form would be sent.
 */
import { parseArgs } from 'node:util'
import { dryRun } from './forms/dry-run.ts'
import { HIDDEN_SITES, harvest } from './forms/hidden-sites.ts'
import { gatesOf } from './forms/labelled.ts'

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '500' },
    site: { type: 'string' },
    formasaurus: { type: 'string' },
    dry: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const MIN_SHARE = 0.9
const RECORDS_A_QUERY = 10
const problems: string[] = []

if (values.formasaurus === undefined)
  for (const site of HIDDEN_SITES) {
    if (values.site !== undefined && site.name !== values.site) continue
    const queriesEach = Number(values.queries)
    const result = values.dry ? dryRun(site, queriesEach) : await harvest(site, queriesEach)
    const { found, queries, answerPages, estimate, forbidden, seconds } = result
    const share = found / site.records
    if (values.json) console.log(JSON.stringify({ site: site.name, ...result }))
    else
      console.log(
        `${site.name.padEnd(8)} ${found} of ${site.records} records (${(100 * share).toFixed(1)} %), ${queries} queries ` +
          `(${(found / queries).toFixed(1)} records each), ${answerPages} pages of answers, estimate ${estimate ?? 'none'}, ` +
          `${forbidden} other forms sent, ${seconds.toFixed(0)} s`,
      )
    if (share < MIN_SHARE) problems.push(`${site.name}: less than 90 % of the records`)
    if (queries * RECORDS_A_QUERY > found) problems.push(`${site.name}: more than a query for ten records`)
    if (forbidden > 0) problems.push(`${site.name}: sent a form that is no search`)
  }
else
  for (const post of [false, true]) {
    const { forms, searches, opened, wrong } = gatesOf(values.formasaurus, post)
    console.log(
      `${post ? 'GET and POST' : 'GET only'}: ${forms} forms, ${searches} searches among them; ` +
        `${opened} would be asked, ${wrong.length} of them no search`,
    )
    for (const { kind, url, file } of wrong) problems.push(`a form of the kind ${kind} on ${url} (${file})`)
  }

for (const problem of problems) console.error(`NOT REACHED  ${problem}`)
if (problems.length > 0) process.exitCode = 1
