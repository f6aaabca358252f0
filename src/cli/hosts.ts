/** `tidewatch hosts [URL]`: lists the hosts of a collection, or shows one of them with what was learned about its addresses. */
import { Failure, printable } from '../env/index.ts'
import {
  type Collection,
  type Host,
  type LearnedUrlRule,
  type RenderedKind,
  shownBytes,
  shownTime,
} from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { type Column, printRows } from './table.ts'

const right = { align: 'right' } as const
const shownDate = (at: Date | null) => shownTime(at?.getTime() ?? null)

const HOST_COLUMNS: readonly Column<Host>[] = [
  { title: 'host', value: host => host.host },
  { title: 'server', value: host => host.server },
  { title: 'known', value: host => host.known, ...right },
  { title: 'stored pages', value: host => host.pages, ...right },
  { title: 'failed visits', value: host => host.failed, ...right },
  { title: 'received', value: host => shownBytes(host.bytes), ...right },
  { title: 'robots', value: host => host.robots },
  { title: 'last visit (UTC)', value: host => shownDate(host.lastVisitAt) },
]

const RULE_COLUMNS: readonly Column<LearnedUrlRule>[] = [
  { title: 'state', value: rule => rule.state },
  { title: 'same', value: rule => rule.support, ...right },
  { title: 'different', value: rule => rule.counterExamples, ...right },
  { title: 'tests', value: rule => rule.tests, ...right },
  { title: 'applied since (UTC)', value: rule => shownDate(rule.learnedAt) },
  { title: 'last pair (UTC)', value: rule => shownDate(rule.testedAt) },
  { title: 'rule', value: ruleText },
]

const KIND_COLUMNS: readonly Column<RenderedKind>[] = [
  { title: 'shown in a browser', value: kind => (kind.isRendered ? 'yes' : 'no') },
  { title: 'class', value: kind => kind.class },
  { title: 'links', value: kind => kind.found?.links ?? null, ...right },
  { title: 'new', value: kind => kind.found?.newLinks ?? null, ...right },
  { title: 'letters', value: kind => kind.found?.chars ?? null, ...right },
  { title: 'new', value: kind => kind.found?.newChars ?? null, ...right },
  { title: 'looked at (UTC)', value: kind => shownDate(kind.lookedAt) },
  { title: 'pages like', value: kind => kind.url },
]

/** The rule, with a pair of addresses that contradicts it or, if there is none, one that supports it. */
function ruleText({ words, example, counterExample }: LearnedUrlRule): string {
  const pair = counterExample ?? example
  if (pair === null) return words
  const same = counterExample === null ? 'like' : 'unlike'
  return `${words}  (${pair[0]} ${same} ${pair[1]})`
}

export function hostsCommand(
  url: string | undefined,
  options: SharedOptions,
  output: Output,
): Promise<number> {
  const { json = false } = options
  return reading(options, async collection => {
    const hosts = url === undefined ? collection.hosts() : [await hostAt(collection, url)]
    const toJson = (host: Host) => (url === undefined ? withoutRules(host) : host)
    await printRows(hosts, { json, columns: HOST_COLUMNS, toJson, empty: 'no hosts yet' }, output)
    if (url !== undefined && !json) await printLearned(await hostAt(collection, url), output)
    return EXIT.done
  })
}

function withoutRules({ urlRules: _, renderedKinds: __, ...host }: Host) {
  return host
}

async function printLearned({ urlRules, renderedKinds }: Host, output: Output): Promise<void> {
  output.result('')
  const empty = 'nothing has been learned about its addresses'
  const rules = { json: false, columns: RULE_COLUMNS, toJson: (rule: LearnedUrlRule) => rule, empty }
  await printRows(urlRules, rules, output)
  if (renderedKinds.length === 0) return
  output.result('')
  const kinds = { json: false, columns: KIND_COLUMNS, toJson: (kind: RenderedKind) => kind, empty: '' }
  await printRows(renderedKinds, kinds, output)
}

async function hostAt(collection: Collection, url: string): Promise<Host> {
  const named = url.includes('://') ? url : (await namedHost(collection, url)).host!
  const host = await collection.host(named)
  if (host) return host
  throw new Failure(
    'usage',
    `${printable(url)} is not on any host of this collection: "tidewatch hosts" lists them`,
  )
}
