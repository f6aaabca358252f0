/**
 * The tables of `sqlite/schema.ts` for PostgreSQL, one SQL text per version. A released text is never edited: a change is a new entry.
 *
 * `shard` comes first in every key, and an id has its shard in its upper bits, so that every statement of the crawl path names its shard
 * and the tables can be distributed by that column. Ids come from one sequence per table: they grow in the order of insertion, whichever
 * worker inserts.
 */
import { EXCLUSIONS_FROM_REASONS, FEEDS } from '../exclusions-from-reasons.ts'

export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE counter (shard int NOT NULL, name text NOT NULL, value bigint NOT NULL, PRIMARY KEY (shard, name)) WITH (fillfactor = 50);
CREATE TABLE worker (name text PRIMARY KEY, joined_at bigint NOT NULL);
CREATE SEQUENCE page_number CACHE 1;
CREATE SEQUENCE host_number;
CREATE SEQUENCE server_number;

CREATE TABLE server (
  shard int NOT NULL,
  id bigint NOT NULL,
  address text NOT NULL,
  delay_ms bigint NOT NULL DEFAULT 0,
  next_at bigint NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  latency_ms bigint NOT NULL DEFAULT 0,
  work_at bigint,
  refresh_at bigint,
  worker text,
  lease_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, id),
  UNIQUE (shard, address)
) WITH (fillfactor = 80);
CREATE INDEX server_work ON server (shard, greatest(work_at, next_at)) WHERE work_at IS NOT NULL AND worker IS NULL;
CREATE INDEX server_refresh ON server (shard, greatest(refresh_at, next_at)) WHERE refresh_at IS NOT NULL AND worker IS NULL;
CREATE INDEX server_leased ON server (worker) WHERE worker IS NOT NULL;

CREATE TABLE host (
  shard int NOT NULL,
  id bigint NOT NULL,
  origin text NOT NULL,
  server bigint,
  placed_until bigint NOT NULL DEFAULT 0,
  dns_failures int NOT NULL DEFAULT 0,
  work_at bigint,
  refresh_at bigint,
  known bigint NOT NULL DEFAULT 0,
  fetched bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  last_visit_at bigint,
  memory text,
  PRIMARY KEY (shard, id),
  UNIQUE (shard, origin)
) WITH (fillfactor = 70);
CREATE INDEX host_server ON host (server) WHERE server IS NOT NULL;
CREATE INDEX host_homeless_work ON host (shard, greatest(placed_until, work_at)) WHERE server IS NULL AND work_at IS NOT NULL;
CREATE INDEX host_homeless_refresh ON host (shard, greatest(placed_until, refresh_at)) WHERE server IS NULL AND refresh_at IS NOT NULL;

CREATE TABLE robots (
  shard int NOT NULL,
  host bigint NOT NULL,
  fetched_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  verdict text NOT NULL,
  http_status int,
  body bytea,
  PRIMARY KEY (shard, host)
);

CREATE TABLE page (
  shard int NOT NULL,
  id bigint NOT NULL,
  key bytea NOT NULL,
  host bigint NOT NULL,
  status text NOT NULL,
  taken_from text,
  depth int NOT NULL,
  rank double precision NOT NULL,
  hops int NOT NULL DEFAULT 0,
  via bigint,
  hinted_at bigint,
  due_at bigint,
  failures int NOT NULL DEFAULT 0,
  fetched_at bigint,
  changed_at bigint,
  http_status int,
  size_bytes bigint,
  revision int NOT NULL DEFAULT 0,
  digest bytea,
  etag text,
  last_modified text,
  reason text,
  url text NOT NULL,
  PRIMARY KEY (shard, id),
  UNIQUE (shard, key)
);
CREATE INDEX page_waiting ON page (shard, host, rank, id) WHERE status = 'waiting';
CREATE INDEX page_due ON page (shard, host, status, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX page_running ON page (shard, host) WHERE status = 'running';

CREATE TABLE visit (
  shard int NOT NULL,
  page bigint NOT NULL,
  at bigint NOT NULL,
  outcome text NOT NULL,
  http_status int,
  duration_ms bigint NOT NULL,
  size_bytes bigint,
  revision int,
  file bigint,
  file_offset bigint,
  file_length bigint,
  error text,
  PRIMARY KEY (shard, page, at)
);
CREATE INDEX visit_place ON visit (file, file_offset) WHERE file IS NOT NULL;

CREATE TABLE revision (
  shard int NOT NULL,
  page bigint NOT NULL,
  number int NOT NULL,
  fetched_at bigint NOT NULL,
  digest bytea NOT NULL,
  size_bytes bigint NOT NULL,
  truncated boolean NOT NULL,
  file bigint,
  file_offset bigint,
  file_length bigint,
  type text,
  charset text,
  title text,
  fields text,
  PRIMARY KEY (shard, page, number)
);

CREATE TABLE links (shard int NOT NULL, page bigint NOT NULL, packed bytea NOT NULL, PRIMARY KEY (shard, page));
ALTER TABLE links ALTER COLUMN packed SET STORAGE EXTERNAL;

CREATE TABLE archive_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  worker text NOT NULL,
  size_bytes bigint NOT NULL DEFAULT 0,
  closed boolean NOT NULL DEFAULT false
);

CREATE TABLE event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL
);
`,
  `
ALTER TABLE page ADD COLUMN payload_at bigint;
ALTER TABLE page ADD COLUMN belief bytea;
ALTER TABLE page ADD COLUMN importance double precision;
ALTER TABLE visit ADD COLUMN note text;
UPDATE page SET payload_at = changed_at WHERE changed_at IS NOT NULL;
CREATE TABLE fingerprint (shard int NOT NULL, page bigint NOT NULL, revised bytea NOT NULL, seen bytea, learned text,
  PRIMARY KEY (shard, page));
`,
  `
ALTER TABLE page ADD COLUMN class text;
ALTER TABLE revision ADD COLUMN record text;
CREATE INDEX page_class ON page (shard, class) WHERE class IS NOT NULL;
CREATE TABLE model (shard int NOT NULL, origin text NOT NULL, number int NOT NULL, body bytea NOT NULL, PRIMARY KEY (shard, origin, number));
`,
  // Before, only the rank of sitemaps and feeds and the class of images told that they are not pages.
  `
ALTER TABLE revision ADD COLUMN source boolean NOT NULL DEFAULT false;
UPDATE revision r SET source = true FROM page p WHERE p.shard = r.shard AND p.id = r.page AND (p.rank = -1e9 OR p.class = ':image');
`,
  // Before, only its reason told where a page has moved to.
  `
ALTER TABLE page ADD COLUMN moved_to text;
UPDATE page SET moved_to = substr(reason, 10) WHERE status = 'completed' AND reason LIKE 'moved to %';
`,
  // Before, sitemaps and feeds were recognized by their rank, images by their class, and exclusions by their reason.
  `
ALTER TABLE page ADD COLUMN kind text NOT NULL DEFAULT 'page';
UPDATE page SET kind = 'image' WHERE class = ':image';
UPDATE page p SET kind = CASE WHEN EXISTS (SELECT 1 FROM revision r WHERE r.shard = p.shard AND r.page = p.id AND r.type IN (${FEEDS}))
  THEN 'feed' ELSE 'sitemap' END WHERE rank = -1e9;
CREATE INDEX page_image ON page (shard) WHERE kind = 'image';
ALTER TABLE page ADD COLUMN excluded_by text;
${EXCLUSIONS_FROM_REASONS}
`,
  // Before, images that records name had a class of their own besides their kind.
  `
UPDATE page SET class = NULL WHERE kind = 'image' AND class = ':image';
`,
  // Before, the purse and its totals were part of a text in `meta`, where workers overwrote each other.
  `
CREATE TABLE refresh (
  shard int PRIMARY KEY,
  filled_at bigint,
  purse double precision,
  for_new double precision NOT NULL DEFAULT 0,
  spent_refresh double precision NOT NULL DEFAULT 0,
  spent_new double precision NOT NULL DEFAULT 0,
  day bigint NOT NULL DEFAULT 0,
  spent_today double precision NOT NULL DEFAULT 0,
  refreshes bigint NOT NULL DEFAULT 0,
  changes bigint NOT NULL DEFAULT 0,
  crawled_at bigint,
  priors text,
  planner text,
  planner_until bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO refresh (shard, priors) VALUES (0, (SELECT value FROM meta WHERE name = 'refresh-priors'));
UPDATE refresh SET
  filled_at = round((m.budget->>'at')::numeric)::bigint,
  purse = (m.budget->>'purse')::double precision,
  for_new = coalesce((m.budget->>'discover')::double precision, 0),
  spent_refresh = coalesce((m.budget->'spent'->>'refresh')::double precision, 0),
  spent_new = coalesce((m.budget->'spent'->>'discover')::double precision, 0),
  day = coalesce((m.budget->>'day')::bigint, 0),
  spent_today = coalesce((m.budget->>'today')::double precision, 0),
  refreshes = coalesce((m.tally->>'refreshes')::bigint, 0),
  changes = coalesce((m.tally->>'changes')::bigint, 0),
  crawled_at = round((m.tally->>'crawledAt')::numeric)::bigint
FROM (SELECT value::json->'budget' AS budget, value::json->'tally' AS tally FROM meta WHERE name = 'refresh') m;
DELETE FROM meta WHERE name = 'refresh-priors';
CREATE TABLE sample (
  shard int NOT NULL,
  at bigint NOT NULL,
  freshness double precision,
  age_days double precision,
  price double precision,
  budget_per_day double precision,
  spent double precision NOT NULL,
  visits bigint NOT NULL,
  refreshes bigint NOT NULL,
  changes bigint NOT NULL,
  known bigint NOT NULL,
  stored bigint NOT NULL,
  PRIMARY KEY (shard, at)
);
CREATE INDEX revision_change ON revision (fetched_at, shard, page, number) WHERE number > 1;
ALTER TABLE worker ADD COLUMN room bigint NOT NULL DEFAULT 0;
`,
  // Before, neither the source of a hint nor the rates given by sitemaps were stored.
  `
ALTER TABLE page ADD COLUMN hinted_by int NOT NULL DEFAULT 0;
ALTER TABLE page ADD COLUMN said_rate text;
`,
  `
ALTER TABLE page ADD COLUMN copy_of bigint;
CREATE INDEX page_copies ON page (copy_of) WHERE copy_of IS NOT NULL;
CREATE TABLE likeness (page bigint PRIMARY KEY, host bigint NOT NULL, sorted boolean NOT NULL, simhash bytea NOT NULL, sketch bytea NOT NULL);
CREATE INDEX likeness_1 ON likeness (substring(simhash from 1 for 2));
CREATE INDEX likeness_2 ON likeness (substring(simhash from 3 for 2));
CREATE INDEX likeness_3 ON likeness (substring(simhash from 5 for 2));
CREATE INDEX likeness_4 ON likeness (substring(simhash from 7 for 2));
CREATE INDEX likeness_host ON likeness (host, page);
CREATE INDEX likeness_arrived ON likeness (page) WHERE NOT sorted;
`,
  // Before, the results of first visits were not counted.
  `
ALTER TABLE refresh ADD COLUMN new_tried double precision NOT NULL DEFAULT 0;
ALTER TABLE refresh ADD COLUMN new_stored double precision NOT NULL DEFAULT 0;
ALTER TABLE refresh ADD COLUMN new_weight double precision NOT NULL DEFAULT 0;
`,
  // Full text: terms only, no texts. The link texts of a page grow while the page itself stays the same.
  `
CREATE TABLE search_revision (
  shard int NOT NULL,
  page bigint NOT NULL,
  revision int NOT NULL,
  since_at bigint NOT NULL,
  until_at bigint,
  host bigint NOT NULL,
  type text,
  language text,
  words int NOT NULL,
  terms tsvector NOT NULL,
  PRIMARY KEY (shard, page, revision)
);
CREATE INDEX search_revision_terms ON search_revision USING gin (terms);
CREATE TABLE search_anchor (shard int NOT NULL, page bigint NOT NULL, hash bigint NOT NULL, terms tsvector NOT NULL, PRIMARY KEY (shard, page, hash));
CREATE INDEX search_anchor_terms ON search_anchor USING gin (terms);
`,
  // Before, no patterns were looked for on pages.
  `
CREATE TABLE pattern (
  shard int NOT NULL,
  page bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (shard, page, kind, value)
);
CREATE INDEX pattern_value ON pattern (kind, value, shard, page);
`,
  // Before, accessibility was not checked. The score of a page's last row is stored with the page too, where plans read it.
  `
ALTER TABLE page ADD COLUMN accessibility int;
CREATE TABLE accessibility (
  shard int NOT NULL,
  page bigint NOT NULL,
  at bigint NOT NULL,
  revision int NOT NULL,
  score int NOT NULL,
  failed text NOT NULL,
  PRIMARY KEY (shard, page, at)
);
CREATE INDEX accessibility_score ON accessibility (score, shard, page);
`,
  // Before, a wall in front of a page counted as the page.
  `
ALTER TABLE page ADD COLUMN wall text;
ALTER TABLE visit ADD COLUMN wall text;
CREATE INDEX page_hidden ON page (shard, key) WHERE excluded_by = 'hidden';
CREATE INDEX page_walled ON page (shard) WHERE wall IS NOT NULL;
`,
  // Before, crawls had no topics.
  `
ALTER TABLE page ADD COLUMN relevance real;
ALTER TABLE page ADD COLUMN topic text;
CREATE INDEX page_relevance ON page (topic, relevance) WHERE relevance IS NOT NULL;
`,
  // Before, pages were not rendered in a browser.
  `
ALTER TABLE revision ADD COLUMN rendered boolean NOT NULL DEFAULT false;
`,
  // Before, pages could only be listed in the order of discovery. These indexes hold visited pages only: waiting Urls are many, and cost
  // nothing here.
  `
ALTER TABLE page ADD COLUMN rate double precision;
CREATE INDEX page_url ON page ((left(url, 200)) COLLATE "C", id) WHERE fetched_at IS NOT NULL;
CREATE INDEX page_fetched ON page (fetched_at, id) WHERE fetched_at IS NOT NULL;
CREATE INDEX page_changed ON page (changed_at, id) WHERE changed_at IS NOT NULL;
CREATE INDEX page_next ON page (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX page_size ON page (size_bytes, id) WHERE size_bytes IS NOT NULL;
CREATE INDEX page_rate ON page (rate, id) WHERE rate IS NOT NULL;
CREATE INDEX page_rare ON page (status, host, id) WHERE status IN ('error', 'gone', 'excluded');
CREATE INDEX revision_type ON revision (type COLLATE "C", page) WHERE type <> 'text/html';
`,
  // Before, a visit to a single page could not be requested.
  `
ALTER TABLE page ADD COLUMN asked_at bigint;
CREATE INDEX page_asked ON page (shard, host) WHERE asked_at IS NOT NULL;
`,
  // Before, readmitting the Urls of a host that were excluded in favor of others had to read all pages.
  `
CREATE INDEX page_equivalent ON page (shard, host) WHERE excluded_by = 'equivalent';
`,
  // Before, the reason why a page was fetched when it was got lost, and pages could not be sorted by relevance.
  `
ALTER TABLE page ADD COLUMN expected text;
ALTER TABLE page ALTER COLUMN relevance TYPE double precision;
CREATE INDEX page_relevant ON page (relevance, id) WHERE relevance IS NOT NULL;
`,
  // Before, the archive held a payload once for every address it came from.
  `
ALTER TABLE visit ADD COLUMN payload_file bigint;
ALTER TABLE visit ADD COLUMN payload_offset bigint;
ALTER TABLE visit ADD COLUMN payload_length bigint;
ALTER TABLE revision ADD COLUMN payload_file bigint;
ALTER TABLE revision ADD COLUMN payload_offset bigint;
ALTER TABLE revision ADD COLUMN payload_length bigint;
CREATE INDEX visit_payload ON visit (payload_file, payload_offset) WHERE payload_file IS NOT NULL;
CREATE INDEX revision_digest ON revision (digest, payload_file) WHERE file IS NOT NULL;
`,
]
