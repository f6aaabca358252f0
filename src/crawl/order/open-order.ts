/** The order of links of a crawl, if it has one that learns. */
import type { TopicTerms } from '../../focus/index.ts'
import type { JournalStore, MetaStore, PlanStore } from '../../store/index.ts'
import { CrawlFocus } from '../focus/crawl-focus.ts'
import type { Plugin } from '../plugin.ts'
import type { CrawlSettings } from '../settings.ts'
import { ImportanceOrder } from './importance-order.ts'
import type { LinkOrder } from './link-order.ts'

/** Topics come before everything else. If a queue plug-in sets priorities, no order interferes. */
export async function openOrder(
  store: MetaStore & PlanStore & Pick<JournalStore, 'commit'>,
  settings: CrawlSettings,
  plugins: readonly Plugin[],
  topics: readonly TopicTerms[],
): Promise<LinkOrder | null> {
  if (topics.length > 0) return CrawlFocus.open(store, topics)
  const isOpen = settings.order === 'best' && !plugins.some(plugin => plugin.queue)
  if (isOpen) return ImportanceOrder.open(store)
  await ImportanceOrder.leave(store)
  return null
}
