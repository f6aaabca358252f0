/** Every key of a collection's config, with its default and the sentence that explains it. */
import { z } from 'zod'
import { DEFAULT_DNS } from '../fetch/index.ts'
import { DEFAULT_TRAP_LIMITS } from '../url/index.ts'
import {
  address,
  complain,
  duration,
  endpoint,
  exactlyOne,
  filled,
  flag,
  list,
  mediaType,
  oneOf,
  rate,
  section,
  share,
  size,
  text,
  whole,
} from './leaves.ts'
import { request } from './schema-request.ts'

const PATTERN_WORDS = 'an address pattern such as {suffix: .no} or {regexp: calendar}'

const pattern = z
  .strictObject(
    {
      exact: filled('an address or a host').optional().describe('The whole address, or the whole host name.'),
      prefix: filled('the start of an address')
        .optional()
        .describe('What it starts with; without a scheme, any scheme will do.'),
      suffix: filled('the end of a host')
        .optional()
        .describe('What it ends with; `example.org` is that host and those below it.'),
      regexp: filled('a regular expression')
        .superRefine(readable)
        .optional()
        .describe('A JavaScript regular expression, found anywhere in it.'),
      on: oneOf('host', 'url')
        .optional()
        .describe(
          'What is compared. Default: the host for `suffix` and for an `exact` without a scheme, else the URL.',
        ),
    },
    { error: PATTERN_WORDS },
  )
  .superRefine(exactlyOne(['exact', 'prefix', 'suffix', 'regexp']))

function readable(source: string, context: Parameters<typeof complain>[0]): void {
  try {
    new RegExp(source)
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '')
    complain(context, `the regexp ${JSON.stringify(source)} cannot be read (${reason})`)
  }
}

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

const limits = section(
  {
    urlLength: whole(20)
      .default(DEFAULT_TRAP_LIMITS.urlLength)
      .describe('Longest URL that is followed, in characters.'),
    pathDepth: whole(1).default(DEFAULT_TRAP_LIMITS.pathDepth).describe('Most segments in a path.'),
    repeatedSegments: whole(1)
      .default(DEFAULT_TRAP_LIMITS.repeatedSegments)
      .describe('How often one segment may occur in a path.'),
    queryParameters: whole(0)
      .default(DEFAULT_TRAP_LIMITS.queryParameters)
      .describe('Most parameters in a query.'),
  },
  'Shapes of URL that only machines produce without end.',
)

const traps = section(
  {
    yield: flag().default(true).describe('Stop URL patterns whose last 20 pages brought nothing new.'),
    dates: flag().default(true).describe('Stop at calendar pages far outside the dates seen.'),
  },
  'Endless parts of sites, noticed by what they bring.',
)

const AUTO = '`auto` is on unless `scope.depth` is set, since it brings pages far from the seeds.'

const scope = section(
  {
    schemes: list(oneOf('http', 'https', 'file'), 'http, https and file')
      .default(['http', 'https'])
      .describe('URL schemes that are followed.'),
    include: list(pattern, 'patterns')
      .default([])
      .describe('Only URLs that match one of these; empty means all.'),
    exclude: list(pattern, 'patterns').default([]).describe('No URL that matches one of these.'),
    depth: whole(0).nullable().default(null).describe('Most links away from a seed; null means no limit.'),
    seedDepth: whole(0, 1)
      .default(0)
      .describe('The depth that seeds have: 0, or 1 for those who count that way.'),
    pages: whole(1)
      .nullable()
      .default(null)
      .describe('Stop when the collection holds so many pages; null means no limit.'),
    perHost: whole(1).nullable().default(null).describe('Most pages for each host; null means no limit.'),
    types: list(mediaType(), 'media types')
      .nullable()
      .default(null)
      .describe(
        'Media types that are kept. null means HTML, XHTML, plain text and PDF, and with `scope.resources` images, styles, scripts, fonts, sound and video too.',
      ),
    local: oneOf(false, true, 'host', 'domain')
      .default(false)
      .describe("Only the seeds' hosts (`host` or true) or registrable domains (`domain`)."),
    fileRoots: list(filled('a folder'), 'folders')
      .default([])
      .describe('Folders below which `file:` URLs may be read, relative to the config file.'),
    limits,
    sitemaps: oneOf('auto', true, false)
      .default('auto')
      .describe(`Read the sitemaps that robots.txt names; ${AUTO}`),
    feeds: oneOf('auto', true, false).default('auto').describe(`Read the feeds that pages name; ${AUTO}`),
    resources: flag()
      .default(false)
      .describe('Follow images, styles and scripts too, for archives that replay.'),
    soft404: flag()
      .default(true)
      .describe(
        'Notice error pages that claim to be found, by asking each host once for a page that cannot exist.',
      ),
    traps,
  },
  'Which pages belong to the collection.',
)

const url = section(
  {
    sortQuery: flag()
      .default(false)
      .describe('Order query parameters by name, so that their order makes no new page.'),
    dropParams: list(filled('a parameter name'), 'parameter names')
      .default([])
      .describe('Further query parameters without meaning: names, or patterns with `*`.'),
    keepParams: list(filled('a parameter name'), 'parameter names')
      .default([])
      .describe('Parameters to keep although they look like tracking or a session.'),
    stripSessionIds: flag().default(true).describe('Remove session identifiers.'),
    stripTracking: flag().default(true).describe('Remove parameters of campaigns and click counters.'),
  },
  'When two addresses are one page.',
)

const dns = section(
  {
    alarm: share()
      .prefault('50%')
      .describe('Share of failing look-ups at which the crawl pauses instead of blaming pages.'),
    window: whole(1, 100_000)
      .default(DEFAULT_DNS.window)
      .describe('How many of the last look-ups are watched.'),
    least: whole(1, 100_000)
      .default(DEFAULT_DNS.least)
      .describe('How many look-ups there must be before an alarm.'),
    hosts: z
      .record(filled('a host name'), endpoint(), { error: 'host names with addresses' })
      .default({})
      .describe(
        'Hosts that live elsewhere, as in a hosts file: `{staging.example.org: 127.0.0.1:8080}`; `*.example.org` stands for all names below.',
      ),
  },
  'Names to addresses.',
)

export const schema = z.strictObject(
  {
    name: filled('a name')
      .optional()
      .describe("What the collection is called. Default: the config file's name, else `collection`."),
    seeds: list(seed, 'addresses')
      .default([])
      .describe(
        'Where to start: addresses (https without a scheme), `{sitemap: address}` or `{feed: address}`.',
      ),
    scope,
    url,
    order: oneOf('breadth', 'depth', 'best')
      .default('breadth')
      .describe('Order of a first crawl; `best` goes by the priority that plug-ins give.'),
    request,
    dns,
    limits: section(
      {
        connections: whole(1, 65_535)
          .default(256)
          .describe('Most requests under way at once, over all servers.'),
        bandwidth: rate()
          .nullable()
          .prefault(null)
          .describe('Most bytes received a second, such as `10MiB/s`; null means no limit.'),
        servers: whole(1, 1_000_000).default(1000).describe('Most servers that are worked on at once.'),
      },
      'What the crawl as a whole may use.',
    ),
    archive: section(
      {
        folder: filled('a folder')
          .optional()
          .describe(
            "Where WARC files go, relative to the config file. Default: the collection's own folder.",
          ),
        compression: oneOf('gzip', 'zstd', 'none')
          .default('gzip')
          .describe('How each record is packed; replay tools all read gzip.'),
        level: whole(1, 22).default(4).describe('Compression level: 1 to 9 for gzip, 1 to 22 for zstd.'),
        rotate: size(1).prefault('1GiB').describe('Size at which a new WARC file is begun.'),
      },
      'The pages as received.',
    ),
    refresh: section(
      { interval: duration().prefault('7d').describe('Time until a stored page is due again.') },
      'When pages are visited again.',
    ),
    plugins: list(filled('a path'), 'paths')
      .default([])
      .describe('Plug-in modules, relative to the config file.'),
    threads: z
      .union([whole(1, 256), z.literal('auto')], { error: 'auto or a whole number from 1 to 256' })
      .default('auto')
      .describe('Threads that read pages; `auto` leaves one core to the rest.'),
    pluginTimeout: duration().prefault('5s').describe('How long a plug-in may take for one page.'),
    patience: duration()
      .prefault('60s')
      .describe('How long a crawl waits for retries before it counts as done.'),
    $schema: text().optional().describe('The address of this schema, for editors; not used.'),
  },
  { error: 'a group of keys such as name, seeds and scope' },
)

export type ConfigInput = z.input<typeof schema>
export type ConfigValues = z.output<typeof schema>
