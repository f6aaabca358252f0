import type { Canonicalizer } from '../../url/index.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { HostMemories } from '../host/host-memories.ts'
import { learningIn } from '../planning/learned-hosts.ts'
import type { Report } from '../report-event.ts'
import type { Candidates } from '../visit/candidates.ts'
import { type ElsewhereParts, sendElsewhere } from '../visit/send-elsewhere.ts'
import { announcedBy } from './announced.ts'
import { WebSub, type WebSubParts } from './websub.ts'

interface Around {
  readonly report: Report
  readonly memories: HostMemories
  readonly canonicalizer: Canonicalizer
  readonly candidates: Candidates
  readonly turns: ElsewhereParts
}

/** Null unless the config asks for it and the run goes on forever: hubs call at any time. */
export function webSubOf(
  { env, store, settings, forever, refreshing }: EngineOptions,
  { report, memories, canonicalizer, candidates, turns }: Around,
): WebSub | null {
  const { websub, signals } = settings.refresh
  if (websub === null || !signals || !forever) return null
  const announce: WebSubParts['announce'] = async (subscription, body) => {
    const { host } = subscription
    const held = memories.held(host.id)?.learning
    const learning = held ?? learningIn(await store.hostMemory(host), refreshing)
    const isPrompt = learning.isPrompt('push')
    const nowMs = env.clock.now()
    const announced = announcedBy(subscription, body, { canonicalizer, candidates, isPrompt, nowMs })
    turns.frontier.committed(await store.add(announced))
  }
  const { userAgent } = settings.request.profiles[0]!
  const send: WebSubParts['send'] = request => sendElsewhere(turns, request)
  return new WebSub({ env, store, settings: websub, userAgent, send, report, announce })
}
