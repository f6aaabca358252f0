/** Which pages are rendered in a browser, and what they may do there: the keys of `render`. */

import { Script } from 'node:vm'
import { z } from 'zod'
import { errorMessage } from '../env/failure.ts'
import {
  duration,
  exactlyOne,
  filled,
  flag,
  list,
  oneOf,
  pageClass,
  section,
  size,
  whole,
} from './key-types.ts'
import { pattern } from './schema-scope.ts'

const mode = () => oneOf('never', 'auto', 'always')

/** Compiles the function to check its syntax, without calling it. */
function functionText() {
  return filled('a JavaScript function').superRefine((text, context) => {
    try {
      new Script(`(${text})`)
    } catch (error) {
      const why = errorMessage(error)
      context.addIssue({
        code: 'custom',
        message: `a JavaScript function such as () => document.images.length > 3 (${why})`,
      })
    }
  })
}

const renderRule = z
  .strictObject(
    {
      url: pattern.optional().describe('Which pages.'),
      class: pageClass().optional().describe('Pages of which class of the site model.'),
      pages: mode().optional().describe('Whether they are shown in a browser.'),
      until: filled('a CSS selector')
        .optional()
        .describe(
          'A selector of what must be there before they are read; they get up to three times `render.wait` more.',
        ),
      when: functionText()
        .optional()
        .describe(
          'A JavaScript function, called among the scripts of the page, that must return true before they are read; they get up to three times `render.wait` more.',
        ),
      scroll: whole(0, 100).optional().describe('How often they are scrolled to their end at most.'),
    },
    { error: 'a rule such as {url: {suffix: app.example.org}, pages: always}' },
  )
  .superRefine(exactlyOne(['url', 'class']))

export const render = section(
  {
    pages: mode()
      .default('never')
      .describe(
        'Which pages are read as a browser shows them: none, all, or (`auto`) those of a kind where that brings links or text that the plain page lacks. Needs Chromium (rendering.md).',
      ),
    rules: list(renderRule, 'rules')
      .default([])
      .describe(
        'Other choices for some pages, by address, host or class; the first rule that matches applies.',
      ),
    tabs: whole(1, 64).default(4).describe('How many pages are shown at a time.'),
    timeout: duration()
      .prefault('30s')
      .refine(ms => ms >= 1_000, { error: 'a duration of at least 1s' })
      .describe('How long a page may take in the browser; waiting for servers does not count.'),
    wait: duration()
      .prefault('5s')
      .describe(
        'How much of its own time a page gets once its document is complete. Timers run without waiting, so this takes a fraction of it.',
      ),
    scroll: whole(0, 100)
      .default(0)
      .describe(
        'How often a page is scrolled to its end, and its button for more pressed, at most; it stops where nothing more comes.',
      ),
    consent: oneOf('reject', 'leave')
      .default('reject')
      .describe('Whether banners that ask for consent are answered, with no.'),
    press: flag()
      .default(false)
      .describe(
        'Press all buttons once a page is read, and submit forms of one field that only scripts answer, to see which addresses they lead to. Nothing that they ask for is sent.',
      ),
    pictures: oneOf('none', 'view', 'page')
      .default('none')
      .describe(
        'Keep a picture of each rendered page in the archive, of what one sees first or of the whole page, and a thumbnail.',
      ),
    requests: whole(0, 10_000)
      .default(200)
      .describe('How many requests a page may make. Each waits for its server like any other.'),
    bytes: size().prefault('32MiB').describe('How much a page may load.'),
    memory: size().prefault('1GiB').describe('Memory that one page may take before it is ended.'),
    block: list(oneOf('images', 'fonts', 'media', 'styles', 'trackers'), 'what is not loaded')
      .default(['images', 'fonts', 'media', 'trackers'])
      .describe(
        'What pages may not load: nothing is read from pictures, fonts and films, and trackers show readers nothing.',
      ),
    browser: filled('the path of a program')
      .optional()
      .describe('The program that is Chromium. Default: what the system has.'),
    sandbox: flag()
      .default(true)
      .describe(
        'Let Chromium seal pages off from the system. It cannot do so for root, or in containers without user namespaces.',
      ),
  },
  'Pages that need a browser.',
)
