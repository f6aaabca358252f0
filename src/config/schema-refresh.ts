/** When pages are visited again, and how much they count: the keys of `refresh` and `weights`. */
import { z } from 'zod'
import type { ScoreCondition } from '../crawl/settings.ts'
import {
  atMostOne,
  complain,
  duration,
  exactlyOne,
  filled,
  flag,
  list,
  matching,
  oneOf,
  pageClass,
  section,
  share,
  text,
} from './key-types.ts'
import { pattern } from './schema-scope.ts'
import { BUDGET, BUDGET_WORDS, readBudget, SHARE_WORDS } from './units.ts'

const budget = () =>
  text(BUDGET_WORDS)
    .regex(BUDGET, { error: BUDGET_WORDS })
    .refine(value => readBudget(value)?.perDay !== 0, { error: `${BUDGET_WORDS} above 0` })
    .transform(value => readBudget(value)!)

const bounds = () =>
  z
    .tuple([duration(), duration()], { error: 'the shortest and the longest interval, such as [10m, 90d]' })
    .superRefine(([shortest, longest], context) => {
      if (shortest > longest) complain(context, 'the shortest interval is longer than the longest')
      if (longest === 0) complain(context, 'a longest interval of 0 would make pages due all the time')
    })

const goal = z
  .strictObject(
    {
      url: pattern.optional().describe('Which pages; all if omitted.'),
      class: pageClass().optional().describe('Pages of which class of the site model.'),
      share: share().prefault('95%').describe('What share of them must be that fresh.'),
      age: duration().describe('How old their copies may be.'),
    },
    { error: 'a goal such as {url: {prefix: https://example.org/news/}, share: 95%, age: 6h}' },
  )
  .superRefine(atMostOne(['url', 'class']))

const boundRule = z
  .strictObject(
    {
      url: pattern.optional().describe('Which pages.'),
      class: pageClass().optional().describe('Pages of which class of the site model.'),
      bounds: bounds().describe('Their shortest and longest interval.'),
    },
    { error: 'a rule such as {url: {suffix: example.org}, bounds: [1h, 7d]}' },
  )
  .superRefine(exactlyOne(['url', 'class']))

const classInterval = () =>
  duration().refine(interval => interval > 0, { error: 'an interval between changes above 0, such as 3d' })

const LISTEN = /^(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}$/i
const LISTEN_WORDS = 'an address and a port such as 127.0.0.1:8088'
const CALLBACK_WORDS = 'a public web address such as https://crawler.example.org/websub'

const websub = z.strictObject(
  {
    callback: text(CALLBACK_WORDS)
      .refine(value => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), { error: CALLBACK_WORDS })
      .describe(
        'Where hubs reach this crawler from outside: the address that leads to `listen`, through a proxy or not.',
      ),
    listen: matching(LISTEN, LISTEN_WORDS)
      .refine(place => Number(/\d+$/.exec(place)![0]) < 65_536, { error: LISTEN_WORDS })
      .describe('The address and port to listen on.'),
  },
  {
    error:
      'a callback and a port, such as {callback: https://crawler.example.org/websub, listen: 127.0.0.1:8088}',
  },
)

const step = section(
  {
    first: duration().prefault('1d').describe('The interval of a page that was never seen to change.'),
    longer: duration()
      .prefault('2d')
      .describe(
        'When a change comes later than expected by at least this much, the interval grows by that amount.',
      ),
    shorter: duration()
      .prefault('4d')
      .describe(
        'When a change comes sooner than expected by at least this much, the interval shrinks by that amount.',
      ),
    bounds: bounds().prefault(['1d', '30d']).describe('The shortest and the longest interval of the rule.'),
  },
  'The numbers of the policy `step`; the averages begin with its first interval and keep its bounds.',
)

const changes = section(
  {
    text: share()
      .prefault('100%')
      .describe('How many of the changes count that leave the tags of a page as they are.'),
    structure: share()
      .prefault('100%')
      .describe('How many of the changes count with which its tags or their attributes change, too.'),
  },
  'Which changes count when it is learned how often a page changes: with `{structure: 25%}`, a change of structure counts a quarter of one of text. All are stored.',
)

export const refresh = section(
  {
    policy: filled('the name of a policy or the path of one')
      .default('value')
      .describe(
        'Which policy decides: value, gamma, classes, optimal, proportional, uniform, random, step, adaptive, average-equal, average-half, average-age, or the path of your own module, relative to the config file.',
      ),
    objective: oneOf('freshness', 'age', 'harmonic')
      .default('harmonic')
      .describe(
        'What to minimize: the share of stale pages, their age, or a measure between the two under which no page starves.',
      ),
    budget: z
      .union([budget(), z.literal('auto')], { error: `${BUDGET_WORDS}, or auto` })
      .prefault('auto')
      .describe(
        'What may be spent: `20000/day` or `5GiB/day`; `auto` is one fetch of each page per `refresh.interval`, more where the longest interval of `refresh.bounds` and `refresh.rules` is shorter, and for policies that know no price (uniform, random, step, adaptive, the averages) whatever their rule asks for.',
      ),
    step,
    classes: list(classInterval(), 'intervals between changes')
      .default([])
      .describe(
        'The classes of the policy `classes`, as intervals between changes such as [1d, 3d, 7d]; forty rates if empty.',
      ),
    interval: duration()
      .prefault('7d')
      .describe(
        'How often a page is visited on average under an `auto` budget; for `uniform` without one, always.',
      ),
    bounds: bounds()
      .prefault(['10m', '90d'])
      .describe('No page is visited more often than the first or less often than the second.'),
    rules: list(boundRule, 'rules')
      .default([])
      .describe('Other bounds for some pages; the first rule that matches applies.'),
    goals: list(goal, 'goals')
      .default([])
      .describe('How fresh pages must be. Goals that cannot be reached are reported.'),
    discover: z
      .union([share(), z.literal('auto')], { error: `${SHARE_WORDS}, or auto` })
      .prefault('auto')
      .describe(
        'Share of the budget that new pages may take while `watch` refreshes; `auto` weighs what first visits brought lately against what refreshes are worth, and stays between 5 % and 50 %.',
      ),
    explore: share()
      .prefault('1%')
      .describe(
        'Share of the budget for pages that would not be visited otherwise; probes that pay for themselves come on top.',
      ),
    changes,
    signals: flag()
      .default(true)
      .describe(
        'Learn how reliably sitemaps, feeds, hub pages and pushes announce changes, each by itself, and use what they say.',
      ),
    websub: websub
      .nullable()
      .default(null)
      .describe(
        'Ask the WebSub hubs of feeds and pages to call when they change, while `watch` runs; null: do not.',
      ),
    habits: flag()
      .default(true)
      .describe(
        "Learn the hours and days when a host's pages change, and the hour of pages that change weekly.",
      ),
    every: duration()
      .nullable()
      .default(null)
      .describe('Refresh in cycles of this length, such as `1d`; null means continuously.'),
    publish: oneOf('in-place', 'shadow')
      .default('in-place')
      .describe(
        'What readers see: each page as soon as it is stored, or all pages as they were at the end of the last cycle.',
      ),
  },
  'When pages are visited again.',
)

const SCORE = /^(A{1,3})\s*(<|>=)\s*(100|\d{1,2})$/
const SCORE_WORDS = 'a level and a share such as AA<70 or A>=95'

function readScore(text: string): ScoreCondition {
  const [, level, sign, percent] = SCORE.exec(text)!
  return {
    level: level!.toLowerCase() as ScoreCondition['level'],
    is: sign === '<' ? 'below' : 'at least',
    percent: Number(percent),
  }
}

const weight = z
  .strictObject(
    {
      url: pattern.optional().describe('Which pages.'),
      class: pageClass().optional().describe('Pages of which class of the site model.'),
      accessibility: matching(SCORE, SCORE_WORDS)
        .transform(readScore)
        .optional()
        .describe(
          'Pages with such an accessibility score, by level: `AA<70` or `A>=95`; needs `analyse.accessibility`.',
        ),
      table: filled('a file')
        .optional()
        .describe('A CSV file with an address and a weight on each line, relative to the config file.'),
      weight: z
        .number({ error: 'a number above 0' })
        .positive({ error: 'a number above 0' })
        .optional()
        .describe('How much such a page counts; other pages count 1.'),
    },
    { error: 'a weight such as {url: {prefix: https://example.org/news/}, weight: 3}' },
  )
  .superRefine(exactlyOne(['url', 'class', 'accessibility', 'table']))
  .superRefine((value, context) => {
    if (value.table === undefined && value.weight === undefined)
      complain(context, 'the weight is missing', ['weight'])
    if (value.table !== undefined && value.weight !== undefined)
      complain(context, 'the weights are in the table; remove this one', ['weight'])
  })

export const weights = z
  .union([list(weight, 'weights'), z.literal('auto')], { error: 'auto or a list of weights' })
  .default([])
  .describe(
    'How much pages count: a list of weights, of which the first match applies, or `auto` for their importance in the link graph.',
  )
