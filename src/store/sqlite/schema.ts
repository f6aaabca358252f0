/**
 * The embedded schema, one SQL text per version. A released text is never edited: a change is a new entry.
 *
 * `shard` comes first in every key. A rowid has its shard in the upper bits and a running number below (`ids.ts`), so that
 * it, too, starts with the shard. Keys in insertion order keep new rows together at the end of the table; only the
 * 16-byte `page_key` is written at random positions.
 *
 * | table | filled by | drained by |
 * | --- | --- | --- |
 * | page | links, sitemaps, feeds, seeds (waiting) | visits (completed, error, gone), scope (excluded) |
 * | page_waiting (index) | add, putBack, recover | take |
 * | page_due (index) | commit with a next visit, hints, makeAllDue | take |
 * | page.due_at while excluded | commit: robots.txt or the page itself kept out a stored page, and may let it in again | take |
 * | page.due_at while waiting | choose: the page has a place in a full collection | commit |
 * | page.excluded_by `replaced` | choose: the page made room for a better one | choose, when it wins its place back |
 * | page.asked_at | askFor: a visit was requested | commit |
 * | page.taken_from | take: the status to return to | commit, putBack, recover |
 * | host_homeless_* (index) | the first work of a host without a server | placeHosts |
 * | visit, revision, links | commit | nobody: history stays |
 * | revision_digest (index) | commit: the place of a payload | loseRecords |
 * | page.class, revision.record | links that promise a class, visits read by a site model | forgetClasses, when the model changes |
 * | model | keepModel, one version each | keepModel, the oldest versions |
 * | fingerprint | commit of a page fetched again with another payload | the next one, which replaces it |
 * | pattern | commit of a payload on which something was found; writePatterns | forgetPatterns, before pages are searched again |
 * | accessibility, page.accessibility | commit of a payload that was checked, AccessibilityStore.write | AccessibilityStore.forget, before everything is checked again |
 * | page.relevance, page.topic | commit of a page that a focused crawl judged | nobody: the next visit replaces it |
 * | page.expected | commit of the first visit of a page whose place in the queue was learned | nobody |
 * | host, server | first Url of an origin, DNS | nobody |
 * | worker | join | leave, recover |
 * | archive_file | the archive writer when it opens a file | nobody |
 * | refresh (one row) | workers: what they earned, spent and learned together, and who plans | nobody |
 * | likeness, sketch | commit of a revision that is compared with other pages, writeLikenesses | commit of a page that is gone |
 * | page.copy_of | sortArrivals | commit of a new revision of the page or of its original |
 * | search_revision, search_text, search_form | commit of a revision with its terms, indexRevisions | commit of the next revision, or of a page that is gone |
 * | search_anchor, search_anchor_seen | links of indexed pages, up to a number for each target | nobody |
 * | sample | the worker that plans, every quarter of an hour; the end of a run | addSample, which thins out older ones |
 */
import { EXCLUSIONS_FROM_REASONS, FEEDS } from '../exclusions-from-reasons.ts'

export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE counter (shard INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (shard, name)) WITHOUT ROWID;
CREATE TABLE worker (name TEXT PRIMARY KEY, joined_at INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE server (
  id INTEGER PRIMARY KEY,
  shard INTEGER NOT NULL,
  address TEXT NOT NULL,
  delay_ms INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  latency_ms INTEGER NOT NULL DEFAULT 0,
  work_at INTEGER,
  refresh_at INTEGER,
  worker TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0,
  UNIQUE (shard, address)
);
CREATE INDEX server_work ON server (shard, max(work_at, next_at)) WHERE work_at IS NOT NULL AND worker IS NULL;
CREATE INDEX server_refresh ON server (shard, max(refresh_at, next_at)) WHERE refresh_at IS NOT NULL AND worker IS NULL;
CREATE INDEX server_leased ON server (shard, worker) WHERE worker IS NOT NULL;

CREATE TABLE host (
  id INTEGER PRIMARY KEY,
  shard INTEGER NOT NULL,
  origin TEXT NOT NULL,
  server INTEGER,
  placed_until INTEGER NOT NULL DEFAULT 0,
  dns_failures INTEGER NOT NULL DEFAULT 0,
  work_at INTEGER,
  refresh_at INTEGER,
  known INTEGER NOT NULL DEFAULT 0,
  fetched INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  last_visit_at INTEGER,
  memory TEXT,
  UNIQUE (shard, origin)
);
CREATE INDEX host_server ON host (server) WHERE server IS NOT NULL;
CREATE INDEX host_homeless_work ON host (shard, max(placed_until, work_at)) WHERE server IS NULL AND work_at IS NOT NULL;
CREATE INDEX host_homeless_refresh ON host (shard, max(placed_until, refresh_at)) WHERE server IS NULL AND refresh_at IS NOT NULL;

CREATE TABLE robots (
  host INTEGER PRIMARY KEY,
  shard INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  http_status INTEGER,
  body BLOB
);

CREATE TABLE page (
  id INTEGER PRIMARY KEY,
  shard INTEGER NOT NULL,
  key BLOB NOT NULL,
  host INTEGER NOT NULL,
  status TEXT NOT NULL,
  taken_from TEXT,
  depth INTEGER NOT NULL,
  rank REAL NOT NULL,
  hops INTEGER NOT NULL DEFAULT 0,
  via INTEGER,
  hinted_at INTEGER,
  due_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  fetched_at INTEGER,
  changed_at INTEGER,
  http_status INTEGER,
  size_bytes INTEGER,
  revision INTEGER NOT NULL DEFAULT 0,
  digest BLOB,
  etag TEXT,
  last_modified TEXT,
  reason TEXT,
  url TEXT NOT NULL
);
CREATE UNIQUE INDEX page_key ON page (shard, key);
CREATE INDEX page_waiting ON page (shard, host, rank) WHERE status = 'waiting';
CREATE INDEX page_due ON page (shard, host, status, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX page_running ON page (shard, host) WHERE status = 'running';

CREATE TABLE visit (
  shard INTEGER NOT NULL,
  page INTEGER NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  http_status INTEGER,
  duration_ms INTEGER NOT NULL,
  size_bytes INTEGER,
  revision INTEGER,
  file INTEGER,
  file_offset INTEGER,
  file_length INTEGER,
  error TEXT,
  PRIMARY KEY (shard, page, at)
) WITHOUT ROWID;
CREATE INDEX visit_place ON visit (file, file_offset) WHERE file IS NOT NULL;

CREATE TABLE revision (
  shard INTEGER NOT NULL,
  page INTEGER NOT NULL,
  number INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  digest BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  truncated INTEGER NOT NULL,
  file INTEGER,
  file_offset INTEGER,
  file_length INTEGER,
  type TEXT,
  charset TEXT,
  title TEXT,
  fields TEXT,
  PRIMARY KEY (shard, page, number)
) WITHOUT ROWID;

CREATE TABLE links (page INTEGER PRIMARY KEY, shard INTEGER NOT NULL, packed BLOB NOT NULL);

CREATE TABLE archive_file (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  worker TEXT NOT NULL,
  size_bytes INTEGER NOT NULL DEFAULT 0,
  closed INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL
);
`,
  `
ALTER TABLE page ADD COLUMN payload_at INTEGER;
ALTER TABLE page ADD COLUMN belief BLOB;
ALTER TABLE page ADD COLUMN importance REAL;
ALTER TABLE visit ADD COLUMN note TEXT;
UPDATE page SET payload_at = changed_at WHERE changed_at IS NOT NULL;
CREATE TABLE fingerprint (page INTEGER PRIMARY KEY, shard INTEGER NOT NULL, revised BLOB NOT NULL, seen BLOB, learned TEXT);
`,
  `
ALTER TABLE page ADD COLUMN class TEXT;
ALTER TABLE revision ADD COLUMN record TEXT;
CREATE INDEX page_class ON page (shard, class) WHERE class IS NOT NULL;
CREATE TABLE model (shard INTEGER NOT NULL, origin TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (shard, origin, number)) WITHOUT ROWID;
`,
  // Before, only the rank of sitemaps and feeds and the class of images told that they are not pages.
  `
ALTER TABLE revision ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
UPDATE revision SET source = 1 WHERE page IN (SELECT id FROM page WHERE rank = -1e9 OR class = ':image');
`,
  // Before, only its reason told where a page has moved to.
  `
ALTER TABLE page ADD COLUMN moved_to TEXT;
UPDATE page SET moved_to = substr(reason, 10) WHERE status = 'completed' AND reason LIKE 'moved to %';
`,
  // Before, sitemaps and feeds were recognized by their rank, images by their class, and exclusions by their reason.
  `
ALTER TABLE page ADD COLUMN kind TEXT NOT NULL DEFAULT 'page';
UPDATE page SET kind = 'image' WHERE class = ':image';
UPDATE page SET kind = CASE WHEN EXISTS (SELECT 1 FROM revision r WHERE r.shard = page.shard AND r.page = page.id AND r.type IN (${FEEDS}))
  THEN 'feed' ELSE 'sitemap' END WHERE rank = -1e9;
CREATE INDEX page_image ON page (shard) WHERE kind = 'image';
ALTER TABLE page ADD COLUMN excluded_by TEXT;
${EXCLUSIONS_FROM_REASONS}
`,
  // Before, images that records name had a class of their own besides their kind.
  `
UPDATE page SET class = NULL WHERE kind = 'image' AND class = ':image';
`,
  // Before, the purse and its totals were part of a text in `meta`, where workers overwrote each other.
  `
CREATE TABLE refresh (
  shard INTEGER PRIMARY KEY,
  filled_at INTEGER,
  purse REAL,
  for_new REAL NOT NULL DEFAULT 0,
  spent_refresh REAL NOT NULL DEFAULT 0,
  spent_new REAL NOT NULL DEFAULT 0,
  day INTEGER NOT NULL DEFAULT 0,
  spent_today REAL NOT NULL DEFAULT 0,
  refreshes INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 0,
  crawled_at INTEGER,
  priors TEXT,
  planner TEXT,
  planner_until INTEGER NOT NULL DEFAULT 0
);
INSERT INTO refresh (shard, priors) VALUES (0, (SELECT value FROM meta WHERE name = 'refresh-priors'));
UPDATE refresh SET
  filled_at = CAST(round(json_extract(m.value, '$.budget.at')) AS INTEGER),
  purse = json_extract(m.value, '$.budget.purse'),
  for_new = coalesce(json_extract(m.value, '$.budget.discover'), 0),
  spent_refresh = coalesce(json_extract(m.value, '$.budget.spent.refresh'), 0),
  spent_new = coalesce(json_extract(m.value, '$.budget.spent.discover'), 0),
  day = coalesce(json_extract(m.value, '$.budget.day'), 0),
  spent_today = coalesce(json_extract(m.value, '$.budget.today'), 0),
  refreshes = coalesce(json_extract(m.value, '$.tally.refreshes'), 0),
  changes = coalesce(json_extract(m.value, '$.tally.changes'), 0),
  crawled_at = json_extract(m.value, '$.tally.crawledAt')
FROM (SELECT value FROM meta WHERE name = 'refresh') m;
DELETE FROM meta WHERE name = 'refresh-priors';
CREATE TABLE sample (
  shard INTEGER NOT NULL,
  at INTEGER NOT NULL,
  freshness REAL,
  age_days REAL,
  price REAL,
  budget_per_day REAL,
  spent REAL NOT NULL,
  visits INTEGER NOT NULL,
  refreshes INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  known INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  PRIMARY KEY (shard, at)
) WITHOUT ROWID;
CREATE INDEX revision_change ON revision (fetched_at, page, number) WHERE number > 1;
ALTER TABLE worker ADD COLUMN room INTEGER NOT NULL DEFAULT 0;
`,
  // Before, neither the source of a hint nor the rates given by sitemaps were stored.
  `
ALTER TABLE page ADD COLUMN hinted_by INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page ADD COLUMN said_rate TEXT;
`,
  `
ALTER TABLE page ADD COLUMN copy_of INTEGER;
CREATE INDEX page_copies ON page (copy_of) WHERE copy_of IS NOT NULL;
CREATE TABLE likeness (page INTEGER PRIMARY KEY, shard INTEGER NOT NULL, host INTEGER NOT NULL, sorted INTEGER NOT NULL, simhash BLOB NOT NULL);
CREATE INDEX likeness_1 ON likeness (substr(simhash, 1, 2));
CREATE INDEX likeness_2 ON likeness (substr(simhash, 3, 2));
CREATE INDEX likeness_3 ON likeness (substr(simhash, 5, 2));
CREATE INDEX likeness_4 ON likeness (substr(simhash, 7, 2));
CREATE INDEX likeness_host ON likeness (host);
CREATE INDEX likeness_arrived ON likeness (page) WHERE sorted = 0;
CREATE TABLE sketch (page INTEGER PRIMARY KEY, packed BLOB NOT NULL);
`,
  // Before, the results of first visits were not counted.
  `
ALTER TABLE refresh ADD COLUMN new_tried REAL NOT NULL DEFAULT 0;
ALTER TABLE refresh ADD COLUMN new_stored REAL NOT NULL DEFAULT 0;
ALTER TABLE refresh ADD COLUMN new_weight REAL NOT NULL DEFAULT 0;
`,
  // Full text: terms only, no texts. The body comes first, since hits in the first column take two bytes less; exact forms need no
  // positions. The link texts of a page grow while the page itself stays the same: their rowids are the id of the page times 16 and up.
  `
CREATE TABLE search_revision (
  id INTEGER PRIMARY KEY,
  shard INTEGER NOT NULL,
  page INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  since_at INTEGER NOT NULL,
  until_at INTEGER,
  host INTEGER NOT NULL,
  type TEXT,
  language TEXT
);
CREATE UNIQUE INDEX search_revision_page ON search_revision (page, revision);
CREATE VIRTUAL TABLE search_text USING fts5 (body, title, headings, emphasised, url, meta, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE VIRTUAL TABLE search_form USING fts5 (forms, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none);
CREATE VIRTUAL TABLE search_form_term USING fts5vocab (search_form, row);
CREATE TABLE search_anchor_seen (page INTEGER PRIMARY KEY, shard INTEGER NOT NULL, hashes BLOB NOT NULL);
CREATE VIRTUAL TABLE search_anchor USING fts5 (terms, content = '', columnsize = 0, tokenize = 'ascii');
`,
  // Before, no patterns were looked for on pages.
  `
CREATE TABLE pattern (
  shard INTEGER NOT NULL,
  page INTEGER NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (shard, page, kind, value)
) WITHOUT ROWID;
CREATE INDEX pattern_value ON pattern (kind, value, shard, page);
`,
  // Before, accessibility was not checked. The score of a page's last row is stored with the page too, where plans read it.
  `
ALTER TABLE page ADD COLUMN accessibility INTEGER;
CREATE TABLE accessibility (
  shard INTEGER NOT NULL,
  page INTEGER NOT NULL,
  at INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  score INTEGER NOT NULL,
  failed TEXT NOT NULL,
  PRIMARY KEY (shard, page, at)
) WITHOUT ROWID;
CREATE INDEX accessibility_score ON accessibility (score, shard, page);
`,
  // Before, a wall in front of a page counted as the page.
  `
ALTER TABLE page ADD COLUMN wall TEXT;
ALTER TABLE visit ADD COLUMN wall TEXT;
CREATE INDEX page_hidden ON page (shard, key) WHERE excluded_by = 'hidden';
CREATE INDEX page_walled ON page (shard) WHERE wall IS NOT NULL;
`,
  // Before, crawls had no topics.
  `
ALTER TABLE page ADD COLUMN relevance REAL;
ALTER TABLE page ADD COLUMN topic TEXT;
CREATE INDEX page_relevance ON page (topic, relevance) WHERE relevance IS NOT NULL;
`,
  // Before, pages were not rendered in a browser.
  `
ALTER TABLE revision ADD COLUMN rendered INTEGER NOT NULL DEFAULT 0;
`,
  // Before, pages could only be listed in the order of discovery. These indexes hold visited pages only: waiting Urls are many, and cost
  // nothing here.
  `
ALTER TABLE page ADD COLUMN rate REAL;
CREATE INDEX page_url ON page (substr(url, 1, 200)) WHERE fetched_at IS NOT NULL;
CREATE INDEX page_fetched ON page (fetched_at) WHERE fetched_at IS NOT NULL;
CREATE INDEX page_changed ON page (changed_at) WHERE changed_at IS NOT NULL;
CREATE INDEX page_next ON page (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX page_size ON page (size_bytes) WHERE size_bytes IS NOT NULL;
CREATE INDEX page_rate ON page (rate) WHERE rate IS NOT NULL;
CREATE INDEX page_rare ON page (status, host) WHERE status IN ('error', 'gone', 'excluded');
CREATE INDEX revision_type ON revision (type) WHERE type <> 'text/html';
`,
  // Before, a visit to a single page could not be requested.
  `
ALTER TABLE page ADD COLUMN asked_at INTEGER;
CREATE INDEX page_asked ON page (shard, host) WHERE asked_at IS NOT NULL;
`,
  // Before, readmitting the Urls of a host that were excluded in favor of others had to read all pages.
  `
CREATE INDEX page_equivalent ON page (shard, host) WHERE excluded_by = 'equivalent';
`,
  // Before, the reason why a page was fetched when it was got lost, and pages could not be sorted by relevance.
  `
ALTER TABLE page ADD COLUMN expected TEXT;
CREATE INDEX page_relevant ON page (relevance) WHERE relevance IS NOT NULL;
`,
  // Before, the archive held a payload once for every address it came from.
  `
ALTER TABLE visit ADD COLUMN payload_file INTEGER;
ALTER TABLE visit ADD COLUMN payload_offset INTEGER;
ALTER TABLE visit ADD COLUMN payload_length INTEGER;
ALTER TABLE revision ADD COLUMN payload_file INTEGER;
ALTER TABLE revision ADD COLUMN payload_offset INTEGER;
ALTER TABLE revision ADD COLUMN payload_length INTEGER;
CREATE INDEX visit_payload ON visit (payload_file, payload_offset) WHERE payload_file IS NOT NULL;
CREATE INDEX revision_digest ON revision (digest, payload_file) WHERE file IS NOT NULL;
`,
]
