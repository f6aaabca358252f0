import type { AddResult } from '../../store/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { HostMemories } from '../host/host-memories.ts'
import { storedLearning } from '../planning/stored-learning.ts'
import type { Candidates } from '../visit/candidates.ts'
import { announcedBy } from './announced.ts'
import { WebSub, type WebSubParts } from './websub.ts'

interface Around extends Pick<WebSubParts, 'send' | 'report'> {
  readonly memories: HostMemories
  readonly canonicalizer: Canonicalizer
  readonly candidates: Candidates
  readonly onFound: (result: AddResult) => void
}

/** Null unless the config asks for it and the run goes on forever: hubs call at any time. */
export function webSubOf(
  { env, store, settings, forever, refreshing }: EngineOptions,
  { send, report, memories, canonicalizer, candidates, onFound }: Around,
): WebSub | null {
  const { websub, signals } = settings.refresh
  if (websub === null || !signals || !forever) return null
  const announce: WebSubParts['announce'] = async (subscription, body) => {
    const { host } = subscription
    const held = memories.held(host.id)?.learning
    const learning = held ?? storedLearning(await store.hostMemory(host), refreshing)
    const isPrompt = learning.isPrompt('push')
    const nowMs = env.clock.now()
    onFound(await store.add(announcedBy(subscription, body, { canonicalizer, candidates, isPrompt, nowMs })))
  }
  const { userAgent } = settings.request.profiles[0]!
  return new WebSub({ env, store, settings: websub, userAgent, send, report, announce })
}
