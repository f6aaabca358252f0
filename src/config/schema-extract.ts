/** What is read out of pages: the keys of `extract`. */
import { filled, section } from './key-types.ts'

export const extract = section(
  {
    model: filled('kept, auto, off or a file')
      .default('kept')
      .describe(
        'Who knows how sites are built: `kept` gives pages their classes by the models that the collection keeps; `auto` crawls by them, and makes those that are missing first; a file (a specification as CSV, or a model as JSON) is crawled by, relative to the config file; `off` looks at no model.',
      ),
  },
  'What is read out of pages.',
)
