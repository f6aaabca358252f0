/**
 * Part of the sixth migration, the same in both dialects. Before it, only a sentence in `reason` said what keeps a page out; these are the
 * sentences that version 0.1 wrote. Any other text is the message of a plug-in.
 */
const WORDS: readonly (readonly [pattern: string, excludedBy: string])[] = [
  ['model: no class link leads here', 'unlinked'],
  ['model: pages like this brought copies, or fit no class', 'copies'],
  ['the page says noindex', 'noindex'],
  ['robots.txt%', 'robots'],
  ['% not a public address (request.allowPrivate lets it in)', 'address'],
  ['trap: %', 'trap'],
  ['type %/%', 'type'],
  ['limit of %', 'limit'],
  ['scheme %', 'scheme'],
  ['exclude[%] %', 'exclude'],
  ['not included by any rule', 'include'],
  ['not a seed host', 'local'],
  ["not in a seed''s domain", 'local'],
  ['depth % > %', 'depth'],
  ['not a file of this machine', 'file'],
  ['not below an allowed folder', 'file'],
]

const cases = WORDS.map(([pattern, by]) => `WHEN reason LIKE '${pattern}' THEN '${by}'`)

export const EXCLUSIONS_FROM_REASONS = `UPDATE page SET excluded_by = CASE ${cases.join('\n  ')}
  ELSE 'plugin' END WHERE status = 'excluded';
UPDATE page SET reason = NULL WHERE excluded_by IN ('unlinked', 'copies', 'noindex');`

/** Media types of feeds, whatever the link announced them as. */
export const FEEDS =
  "'application/rss+xml', 'application/atom+xml', 'application/rdf+xml', 'application/feed+json'"
