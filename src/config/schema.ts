/** Every key of a collection's config, with its default and the sentence that explains it. */
import { z } from 'zod'
import { DEFAULT_DNS } from '../fetch/dns.ts'
import {
  address,
  duration,
  endpoint,
  exactlyOne,
  filled,
  flag,
  list,
  oneOf,
  rate,
  section,
  share,
  text,
  whole,
} from './key-types.ts'
import { analyse } from './schema-analyse.ts'
import { archive } from './schema-archive.ts'
import { change } from './schema-change.ts'
import { extract } from './schema-extract.ts'
import { forms } from './schema-forms.ts'
import { refresh, weights } from './schema-refresh.ts'
import { render } from './schema-render.ts'
import { request } from './schema-request.ts'
import { scope } from './schema-scope.ts'
import { topics } from './schema-topics.ts'

const seed = z.union(
  [
    address(),
    z
      .strictObject({
        sitemap: address().optional().describe('A sitemap or sitemap index to start from.'),
        feed: address().optional().describe('An RSS, Atom or JSON feed to start from.'),
      })
      .superRefine(exactlyOne(['sitemap', 'feed'])),
  ],
  { error: 'a web address, {sitemap: address} or {feed: address}' },
)

const url = section(
  {
    sortQuery: flag()
      .default(false)
      .describe('Sort query parameters by name, so that a different order is not a different page.'),
    dropParams: list(filled('a parameter name'), 'parameter names')
      .default([])
      .describe('More query parameters to ignore: names, or patterns with `*`.'),
    keepParams: list(filled('a parameter name'), 'parameter names')
      .default([])
      .describe('Parameters to keep although they look like tracking or a session.'),
    stripSessionIds: flag().default(true).describe('Remove session identifiers.'),
    stripTracking: flag().default(true).describe('Remove campaign and click-tracking parameters.'),
    hashRoutes: oneOf('auto', 'keep', 'drop')
      .default('auto')
      .describe(
        'Whether `#/…` and `#!…` name pages of their own, as in many single-page applications. Their servers never see them, so `auto` keeps them where pages are rendered.',
      ),
  },
  'When two addresses are the same page.',
)

const dns = section(
  {
    alarm: share()
      .prefault('50%')
      .describe('Share of failing DNS lookups at which the crawl pauses instead of failing pages.'),
    window: whole(1, 100_000).default(DEFAULT_DNS.window).describe('How many recent lookups are considered.'),
    least: whole(1, 100_000)
      .default(DEFAULT_DNS.least)
      .describe('How many lookups there must be before an alarm.'),
    hosts: z
      .record(filled('a host name'), endpoint(), { error: 'host names with addresses' })
      .default({})
      .describe(
        'Hosts with other addresses, as in a hosts file: `{staging.example.org: 127.0.0.1:8080}`; `*.example.org` covers all subdomains.',
      ),
  },
  'Names to addresses.',
)

const duplicates = section(
  {
    find: oneOf('off', 'near')
      .default('off')
      .describe(
        'Compare pages with each other as they arrive: `near` finds pages that say the same under other addresses, whatever their menus and dates. One of a group is kept current, and its copies are worth a tenth of their weight. A crawl takes about twice the processor time.',
      ),
    resemblance: share()
      .prefault('90%')
      .describe(
        'Share of their phrases (three words in a row) that two pages have in common if one is a copy.',
      ),
    urls: oneOf('learn', 'off')
      .default('learn')
      .describe(
        'Learn which addresses of a host show the same page: parameters without effect, session identifiers, index files, slashes, other names of the host. Only one of them is fetched from then on, and now and then another as a test (duplicates.md).',
      ),
  },
  'Pages that say the same.',
)

export const schema = z.strictObject(
  {
    name: filled('a name')
      .optional()
      .describe("The name of the collection. Default: the config file's name, or `collection`."),
    seeds: list(seed, 'addresses')
      .default([])
      .describe(
        'Where to start: addresses (https without a scheme), `{sitemap: address}` or `{feed: address}`.',
      ),
    scope,
    url,
    order: oneOf('breadth', 'depth', 'best')
      .default('breadth')
      .describe(
        'Order of a first crawl. `best` takes pages first that are likely to be important, by the links found so far, or goes by the priority that a plug-in gives (see [order.md](order.md)).',
      ),
    topics,
    forms,
    request,
    dns,
    limits: section(
      {
        connections: whole(1, 65_535)
          .default(256)
          .describe('Maximum number of concurrent requests, over all servers.'),
        bandwidth: rate()
          .nullable()
          .prefault(null)
          .describe('Maximum bytes received per second, such as `10MiB/s`; null means no limit.'),
        servers: whole(1, 1_000_000).default(1000).describe('Maximum number of servers in use at once.'),
        lease: duration()
          .prefault('60s')
          .refine(ms => ms >= 1_000, { error: 'a duration of at least 1s' })
          .describe(
            'How long a worker on a shared database may be silent before others take over its servers.',
          ),
        parse: duration()
          .prefault('10s')
          .refine(ms => ms >= 1_000, { error: 'a duration of at least 1s' })
          .describe(
            'How long reading one page may take; a page that takes longer fails, and the crawl continues.',
          ),
      },
      'What the crawl as a whole may use.',
    ),
    archive,
    search: oneOf('off', 'current', 'all')
      .default('off')
      .describe(
        'Keep a full-text index for `tidewatch search`: of the `current` revisions of pages, or of `all`, for `search --at`. It takes about half as much room as the text of the pages, and a crawl needs about a third more processor time. `tidewatch index` builds it for pages stored before.',
      ),
    change,
    duplicates,
    refresh,
    render,
    weights,
    extract,
    analyse,
    plugins: list(filled('a path'), 'paths')
      .default([])
      .describe('Plug-in modules, relative to the config file.'),
    threads: z
      .union([whole(1, 256), z.literal('auto')], { error: 'auto or a whole number from 1 to 256' })
      .default('auto')
      .describe(
        'Threads that read pages, at most; `auto` leaves one core free, and on two cores starts a second thread only behind a page that takes long.',
      ),
    pluginTimeout: duration().prefault('5s').describe('How long a plug-in may take per page.'),
    patience: duration()
      .prefault('60s')
      .describe('How long a crawl waits for retries before it counts as done.'),
    $schema: text().optional().describe('The address of this schema, for editors; not used.'),
  },
  { error: 'a group of keys such as name, seeds and scope' },
)

export type ConfigInput = z.input<typeof schema>
export type ConfigValues = z.output<typeof schema>
