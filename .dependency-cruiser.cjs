/** Imports point only downwards through the rooms (docs/architecture.md). */
const rooms = [
  'env', 'url', 'robots', 'html', 'document', 'change', 'duplicates', 'refresh', 'site', 'analyse', 'focus',
  'fetch', 'archive', 'store', 'frontier', 'crawl', 'lab', 'config', 'api', 'cli',
]
/** The config schema is pure data that rooms above env may describe; everything else follows the list. */
const above = room => rooms.slice(rooms.indexOf(room) + 1)

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...rooms.slice(0, -1).map(room => ({
      name: `${room}-looks-down`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/(${above(room).join('|')})/` },
    })),
    {
      name: 'sources-do-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|examples)/' },
    },
    {
      name: 'pure-core',
      comment: 'These rooms never touch disk, network or time.',
      severity: 'error',
      from: { path: '^src/(url|robots|change|refresh|site)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(node:)?(fs|net|http|https|dns|timers)(/|$)' },
    },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' }, tsPreCompilationDeps: true },
}
