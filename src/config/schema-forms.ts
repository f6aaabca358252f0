/** Which forms of sites are filled in: the keys of `forms`. */
import type { FormSettings } from '../crawl/settings.ts'
import { duration, flag, section, whole } from './key-types.ts'

export const forms = section(
  {
    search: flag()
      .default(false)
      .describe(
        'Ask search forms, to find pages that no link leads to. Only forms that look things up are filled in: nothing is ever sent that could order, register, subscribe, post, delete or log in.',
      ),
    queries: whole(1, 10_000)
      .default(200)
      .describe(
        'Queries for each host at most; asking ends before that if queries bring little that is new.',
      ),
    post: flag().default(false).describe('Also ask searches that are sent by POST.'),
    again: duration()
      .nullable()
      .default(null)
      .describe(
        'While `watch` or `recrawl --due` refreshes the collection, ask the same queries again after this time, such as `7d`, to find pages that are new; null means never. Each answer is a fetch of the budget.',
      ),
  },
  'Pages behind search forms (see [forms.md](forms.md)).',
)

export const resolveForms = ({
  search,
  queries,
  post,
  again,
}: Omit<FormSettings, 'againMs'> & {
  readonly search: boolean
  readonly again: number | null
}): FormSettings | null => (search ? { queries, post, againMs: again } : null)
