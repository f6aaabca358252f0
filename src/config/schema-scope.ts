/** Which pages belong to a collection: the keys of `scope`. */
import { z } from 'zod'
import { compileSelector } from '../html/index.ts'
import { DEFAULT_TRAP_LIMITS } from '../url/index.ts'
import {
  complain,
  exactlyOne,
  filled,
  flag,
  list,
  listOrOne,
  mediaType,
  oneOf,
  section,
  whole,
} from './key-types.ts'

const PATTERN_WORDS = 'an address pattern such as {suffix: .no} or {regexp: calendar}'

export const pattern = z
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
        .describe('A JavaScript regular expression that matches anywhere in it.'),
      on: oneOf('host', 'url')
        .optional()
        .describe(
          'What is compared. Default: the host for `suffix` and for an `exact` without a scheme, else the URL.',
        ),
    },
    { error: PATTERN_WORDS },
  )
  .superRefine(exactlyOne(['exact', 'prefix', 'suffix', 'regexp']))

const cssOrXPath = () =>
  filled('a CSS selector or an XPath').superRefine((source, context) => {
    const answer = compileSelector(source)
    if (answer.ok) return
    const { message, position } = answer.problem
    complain(context, `${message} (at character ${position + 1} of ${JSON.stringify(source)})`)
  })

function readable(source: string, context: Parameters<typeof complain>[0]): void {
  try {
    new RegExp(source)
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '')
    complain(context, `the regexp ${JSON.stringify(source)} cannot be read (${reason})`)
  }
}

const limits = section(
  {
    urlLength: whole(20)
      .default(DEFAULT_TRAP_LIMITS.urlLength)
      .describe('Maximum length of a URL, in characters.'),
    pathDepth: whole(1)
      .default(DEFAULT_TRAP_LIMITS.pathDepth)
      .describe('Maximum number of segments in a path.'),
    repeatedSegments: whole(1)
      .default(DEFAULT_TRAP_LIMITS.repeatedSegments)
      .describe('How often one segment may occur in a path.'),
    queryParameters: whole(0)
      .default(DEFAULT_TRAP_LIMITS.queryParameters)
      .describe('Maximum number of parameters in a query.'),
  },
  'Limits on URLs that only a trap would produce.',
)

const traps = section(
  {
    yield: flag()
      .default(true)
      .describe(
        'Take URL patterns last whose last 20 pages brought nothing new, and stop them after 20 more; do not follow a chain in which each of 20 pages said what the page before it said.',
      ),
    dates: flag().default(true).describe('Stop at calendar pages far outside the dates seen.'),
    hidden: flag()
      .default(true)
      .describe('Do not follow links that people cannot see and that look like traps for robots.'),
  },
  'Endless parts of sites, and links that only robots would follow.',
)

const AUTO =
  '`auto` is on unless `scope.depth` or `scope.follow` is set, because it finds pages far from the seeds.'

export const scope = section(
  {
    schemes: list(oneOf('http', 'https', 'file'), 'http, https and file')
      .default(['http', 'https'])
      .describe('URL schemes that are followed.'),
    include: list(pattern, 'patterns')
      .default([])
      .describe('Only URLs that match one of these; empty means all.'),
    exclude: list(pattern, 'patterns')
      .default([])
      .describe('No URL that matches one of these; stored pages that do are not visited again.'),
    depth: whole(0)
      .nullable()
      .default(null)
      .describe('Maximum number of links away from a seed; null means no limit.'),
    seedDepth: whole(0, 1).default(0).describe('The depth of seeds: 0, or 1 if you prefer to count from 1.'),
    pages: whole(1)
      .nullable()
      .default(null)
      .describe(
        'Stop when the collection holds this many pages; null means no limit. While `watch` and `recrawl --due` keep a full collection fresh, better pages take the places of worse ones (refresh.md).',
      ),
    sitemapsPerHost: whole(1)
      .default(5_000)
      .describe(
        'Maximum number of sitemaps and feeds to read from each host; they can refer to each other without end.',
      ),
    perHost: whole(1)
      .nullable()
      .default(null)
      .describe('Maximum number of pages per host; null means no limit.'),
    types: list(mediaType(), 'media types')
      .nullable()
      .prefault(null)
      .describe(
        'Media types that are kept. null means HTML, XHTML, plain text, PDF, EPUB, RTF and the files of Microsoft Office and LibreOffice (DOCX, XLSX, PPTX, ODT, ODS, ODP), and with `scope.resources` images, styles, scripts, fonts, audio and video too.',
      ),
    local: oneOf(false, true, 'host', 'domain')
      .default(false)
      .describe(
        "Only the seeds' hosts, with and without `www.` (`host` or true), or registrable domains (`domain`).",
      ),
    fileRoots: list(filled('a folder'), 'folders')
      .default([])
      .describe('Folders in which `file:` URLs may be read, relative to the config file.'),
    limits,
    sitemaps: oneOf('auto', 'guess', true, false)
      .default('auto')
      .describe(
        `Read the sitemaps that robots.txt names; \`guess\` also looks for \`/sitemap.xml\` where it names none. ${AUTO}`,
      ),
    feeds: oneOf('auto', true, false).default('auto').describe(`Read the feeds that pages name; ${AUTO}`),
    resources: flag()
      .default(false)
      .describe('Fetch images, styles and scripts too, for archives that can be replayed.'),
    follow: listOrOne(cssOrXPath(), 'selectors')
      .default([])
      .describe(
        'Follow only links in these parts of pages, named by CSS selectors or XPaths: `.products a`, `a.next`. Empty means all links.',
      ),
    mentions: flag()
      .default(false)
      .describe(
        'Follow addresses that pages only mention, too: in texts and scripts, in attributes such as `ping` and `cite`, in headers, in the rules of robots.txt (where they are forbidden, they are listed and not fetched), and those that forms post to (with GET, and nothing filled in). For security tests and archives that must miss nothing; much of it leads nowhere.',
      ),
    soft404: flag()
      .default(true)
      .describe(
        'Detect error pages sent with status 200, by asking each host once for a page that cannot exist.',
      ),
    walls: flag()
      .default(true)
      .describe(
        'Recognize log-ins, consent questions, robot checks, rate limits and pages that need JavaScript where they stand before a page: they are not stored, and never count as a change.',
      ),
    traps,
  },
  'Which pages belong to the collection.',
)
