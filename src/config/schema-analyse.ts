/** What pages are examined for: the keys of `analyse`. */
import { z } from 'zod'
import { filled, list, matching, oneOf, section } from './key-types.ts'

const language = () => matching(/^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/, 'a language such as nb or pt-BR')

export const analyse = section(
  {
    accessibility: oneOf('off', 'static', 'browser')
      .default('off')
      .describe(
        'Check every page against WCAG 2.2 (see [accessibility.md](accessibility.md)): `static` looks at its source, without a browser, which takes about 1.5 ms of processor time for a page of 30 KB; `browser` runs axe-core on pages that are [rendered](rendering.md), about a second for each, and looks at the source of the others. `tidewatch accessibility` tells what was found.',
      ),
    linkWords: z
      .record(language(), list(filled('a link text'), 'link texts'), {
        error: 'languages with lists of link texts',
      })
      .default({})
      .describe(
        'Link texts that say nothing of where they lead, beside the usual ones, by language: `{nb: [mer om dette]}`.',
      ),
  },
  'What pages are examined for.',
)
