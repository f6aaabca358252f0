/** What counts as a change: the keys of `change`. */
import { z } from 'zod'
import { PagePart, type PartSettings } from '../change/index.ts'
import {
  complain,
  exactlyOne,
  filled,
  flag,
  list,
  listOrOne,
  oneOf,
  pageClass,
  section,
  share,
} from './key-types.ts'
import { pattern } from './schema-scope.ts'

const level = () => oneOf('raw', 'tags', 'text', 'content', 'links', 'record', 'accessibility')
const region = () => filled('the path of a region, as `tidewatch history` prints it')

const selector = () =>
  filled('a CSS selector, an XPath or a path in JSON').superRefine((source, context) =>
    usable({ select: [source], leaveOut: [], ignoreText: [] }, context),
  )
const expression = () =>
  filled('a regular expression').superRefine((source, context) =>
    usable({ select: [], leaveOut: [], ignoreText: [source] }, context),
  )

function usable(settings: PartSettings, context: Parameters<typeof complain>[0]): void {
  try {
    new PagePart(settings)
  } catch (error) {
    complain(context, (error as Error).message)
  }
}

const changeRule = z
  .strictObject(
    {
      url: pattern.optional().describe('Which pages.'),
      class: pageClass().optional().describe('Pages of which class of the site model.'),
      level: level().optional().describe('What is compared on them.'),
      threshold: share().optional().describe('How large a difference must be to count there.'),
      select: listOrOne(selector(), 'selectors')
        .optional()
        .describe(
          'Compare only what this selects: a CSS selector, an XPath (`//h1`), a path in JSON (`$.price`), or a list of them.',
        ),
      leaveOut: listOrOne(selector(), 'selectors')
        .optional()
        .describe('Do not compare what this selects, written like `select`.'),
      ignoreText: listOrOne(expression(), 'regular expressions')
        .optional()
        .describe(
          'Do not compare text that matches this, in the syntax of RE2, within a paragraph or a line.',
        ),
    },
    { error: 'a rule such as {url: {prefix: https://example.org/news/}, threshold: 5%}' },
  )
  .superRefine(exactlyOne(['url', 'class']))

export const change = section(
  {
    level: level()
      .default('content')
      .describe(
        'What is compared: the bytes, the tags, the visible text, the main content without noise, the links, the fields that a site model reads, or the accessibility score (which needs `analyse.accessibility`).',
      ),
    threshold: share()
      .prefault('0%')
      .describe(
        'How large a difference must be to count as a change; with 0 %, every difference that is not noise counts.',
      ),
    ignore: oneOf('auto', 'masks')
      .default('auto')
      .describe(
        'What is treated as noise: `auto` masks dates, counters, tokens and the like, and learns which regions change on every visit; `masks` learns nothing. At level `raw`, every difference counts.',
      ),
    ignoreRegions: list(region(), 'paths of regions').default([]).describe('Regions that never count.'),
    countRegions: list(region(), 'paths of regions')
      .default([])
      .describe('Regions that always count, whatever was learned about them.'),
    doubleFetch: flag()
      .default(false)
      .describe(
        'Fetch the first pages of a host twice, a few seconds apart, to learn early what changes every time.',
      ),
    rules: list(changeRule, 'rules')
      .default([])
      .describe('Other levels and thresholds for some pages; the first rule that matches applies.'),
  },
  'What counts as a change of a page.',
)
