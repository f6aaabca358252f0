/**
 * A trace for the lab from the history of a git repository: the texts of a site that is kept in one changed when somebody committed them.
 *
 *   node bench/refresh/git-trace.ts --repo DIR --match REGEX --since 2022-01-01 --out FILE.csv.gz [--pages 700]
 *
 * Takes files that existed at the beginning and still do, and whose paths match; of more than `--pages`, an even selection in the order of
 * their names. Commits that merge are left out.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    match: { type: 'string', default: '.' },
    since: { type: 'string' },
    out: { type: 'string' },
    pages: { type: 'string', default: '700' },
  },
})
const { repo, match, since, out } = values
if (!repo || !since || !out || Number.isNaN(Date.parse(since))) {
  console.error(
    'usage: node bench/refresh/git-trace.ts --repo DIR --match REGEX --since DATE --out FILE.csv.gz [--pages 700]',
  )
  process.exit(2)
}

const DAY_SECONDS = 86_400
const begin = Date.parse(since) / 1000
const git = (...words: string[]) =>
  execFileSync('git', ['-C', repo, '-c', 'core.quotePath=false', ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
    .split('\n')
    .filter(Boolean)

const times = changeTimes(selected(lasting()))
const [end] = git('log', '-1', '--format=%ct')
const spanDays = Math.ceil((Number(end) - begin) / DAY_SECONDS)
const comment = `# days from ${since}; span ${spanDays} days; ${times.size} pages; one line a page: its address, then its change times`
const lines = [...times].map(([path, days]) => [`/${path.replaceAll(',', '_')}`, ...days].join(','))
writeFileSync(out, gzipSync([comment, ...lines, ''].join('\n')))
const changes = [...times.values()].reduce((sum, days) => sum + days.size, 0)
console.log(`${out}: ${times.size} pages, ${spanDays} days, ${changes} changes`)

/** Files that were there at the beginning and still are. */
function lasting(): string[] {
  const [first] = git('rev-list', '-1', `--before=${since}`, 'HEAD')
  if (!first) {
    console.error(`${repo} has no commit before ${since}`)
    process.exit(2)
  }
  const filesOf = (commit: string) => git('ls-tree', '-r', '--name-only', commit)
  const old = new Set(filesOf(first))
  const pattern = new RegExp(match)
  return filesOf('HEAD').filter(path => old.has(path) && pattern.test(path))
}

function selected(paths: readonly string[]): string[] {
  const count = Math.min(paths.length, Number(values.pages))
  return Array.from({ length: count }, (_, i) => paths[Math.floor((i * paths.length) / count)]!)
}

/** Days of the changes of each path, in no order. */
function changeTimes(paths: readonly string[]): Map<string, Set<number>> {
  const times = new Map(paths.map(path => [path, new Set<number>()]))
  let day = -1
  for (const line of git(
    'log',
    '--no-merges',
    '--no-renames',
    '--name-only',
    `--since=${since}`,
    '--format=@%ct',
  )) {
    if (line.startsWith('@')) day = Number(((Number(line.slice(1)) - begin) / DAY_SECONDS).toFixed(3))
    else if (day >= 0) times.get(line)?.add(day)
  }
  return times
}
