/** Why a Url is kept out of a collection: from the rule that decides to the sentence that people read. */
import type { ExcludedBy, Exclusion } from '../store/index.ts'
import type { ScopeVerdict } from '../url/index.ts'

export const exclusionOf = (verdict: ScopeVerdict): Exclusion | null =>
  verdict.accepted ? null : { by: verdict.kind, reason: verdict.rule }

/** Sentences for rules that store only their name because there is nothing to add. */
const SENTENCES: Partial<Record<ExcludedBy, string>> = {
  noindex: 'the page says noindex',
  hidden: 'only links that people cannot see lead here, as traps for robots have them',
  unlinked: 'model: no class link leads here',
  replaced: 'a better page has its place in the full collection',
  forgotten: 'it was forgotten on request',
  copies: 'model: pages like this brought copies, or fit no class',
}

export function exclusionWords({ by, reason }: Exclusion): string {
  if (by === 'type' && reason !== null) return `${reason}, which scope.types does not name`
  return reason ?? SENTENCES[by] ?? by
}

/** Why a page is not `completed`, or where it moved; null when there is nothing to say. */
export function reasonWords(page: {
  readonly excludedBy: ExcludedBy | null
  readonly reason: string | null
}): string | null {
  const { excludedBy: by, reason } = page
  return by === null ? reason : exclusionWords({ by, reason })
}
