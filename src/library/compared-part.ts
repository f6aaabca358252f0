import { PagePart } from '../change/index.ts'
import { configFrom } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { type SelectablePage, SelectorRules } from '../crawl/page-selector.ts'
import { rememberedConfig } from './remembered.ts'

/** The part of a page that the collection compares (`change.rules`); null: all of it. */
export async function comparedPart(holdings: Holdings, page: SelectablePage): Promise<PagePart | null> {
  const change = (await rememberedConfig(holdings))?.change
  if (!change?.rules?.length) return null
  const { rules } = configFrom({ change }).settings.change
  const parts = new SelectorRules(
    rules.map(({ part, ...which }) => ({ which, value: part ?? null })),
    'change.rules',
  )
  const settings = parts.of(page) ?? null
  return settings && new PagePart(settings)
}
