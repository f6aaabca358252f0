/** What is read out of pages: the keys of `extract`. */
import { filled, section } from './key-types.ts'

export const extract = section(
  {
    model: filled('kept, auto, off or a file')
      .default('kept')
      .describe(
        'Which site models to use: `kept` gives pages their classes by the models stored in the collection; `auto` crawls by them, and first makes those that are missing; a file (a specification as CSV, or a model as JSON) is crawled by, relative to the config file; `off` looks at no model.',
      ),
  },
  'What is read out of pages.',
)
