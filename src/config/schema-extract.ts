/** What is extracted from pages: the keys of `extract`. */
import { z } from 'zod'
import { hasNumberingPlans } from '../document/patterns/phone.ts'
import { userPattern } from '../document/patterns/user-pattern.ts'
import { complain, filled, list, matching, oneOf, section } from './key-types.ts'

const PATTERN_WORDS = 'email, phone, or an expression such as {name: ticket, regexp: "T-[0-9]+"}'

const ownPattern = z.strictObject(
  {
    name: matching(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,40}$/u, 'a word')
      .refine(name => name !== 'email' && name !== 'phone', { error: 'another word than email and phone' })
      .describe('What its values are listed as.'),
    regexp: filled('a regular expression')
      .superRefine(runnable)
      .describe(
        'What to look for, in the syntax of RE2: without look-around and back references, so that no page can make it hang. Its first group, if it has one, is the value.',
      ),
    on: oneOf('text', 'source').default('text').describe('Search the text that readers see, or the source.'),
  },
  { error: PATTERN_WORDS },
)

function runnable(source: string, context: Parameters<typeof complain>[0]): void {
  try {
    userPattern(source)
  } catch (error) {
    complain(context, `the regexp ${JSON.stringify(source)} cannot be used (${(error as Error).message})`)
  }
}

export const extract = section(
  {
    model: filled('kept, auto, off or a file')
      .default('kept')
      .describe(
        'Which site models to use: `kept` gives pages their classes by the models stored in the collection; `auto` crawls by them, and first makes those that are missing; a file (a specification as CSV, or a model as JSON) is crawled by, relative to the config file; `off` looks at no model.',
      ),
    sample: z
      .union([z.literal('auto'), z.int().min(1)], { error: 'a number of pages, or auto' })
      .default(200)
      .describe(
        'With `model: auto`, how many pages of a site are looked at to make its model; `auto`: as many as bring new classes, 800 at most.',
      ),
    split: oneOf('none', 'semantic')
      .default('none')
      .describe(
        'With `model: auto`: `semantic` splits classes whose pages look alike but are about different things.',
      ),
    leaveOut: list(filled('the name of a class'), 'names of classes')
      .default([])
      .describe('Classes of a site model whose pages are not visited: links to them are not followed.'),
    patterns: list(z.union([oneOf('email', 'phone'), ownPattern], { error: PATTERN_WORDS }), 'patterns')
      .default([])
      .superRefine(differentNames)
      .superRefine(installed)
      .describe(
        'What to look for on every page: `email`, `phone`, and expressions of your own; `tidewatch patterns` lists what was found (see [patterns.md](patterns.md)).',
      ),
  },
  'What is read out of pages.',
)

/** Reports a missing optional package before the crawl starts. */
function installed(patterns: readonly unknown[], context: Parameters<typeof complain>[0]): void {
  if (patterns.includes('phone') && !hasNumberingPlans())
    complain(context, 'phone needs the package libphonenumber-js: npm install libphonenumber-js')
}

function differentNames(
  patterns: readonly (string | { readonly name: string })[],
  context: Parameters<typeof complain>[0],
): void {
  const names = patterns.map(each => (typeof each === 'string' ? each : each.name))
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  if (twice !== undefined) complain(context, `the pattern ${twice} is there twice`)
}
