/**
 * Pages that say "not found" with status 200. A host is asked once for a Url that cannot exist; when it answers with a
 * page all the same, pages like that one are dead links. The question is asked only when there is a reason: a title that
 * sounds like an error, or one that many Urls share. So an honest host costs nothing.
 */
import type { Random } from '../env/index.ts'
import type { HostMemory } from './host-memory.ts'
import type { PageFacts } from './parse/job.ts'
import { distance } from './parse/signature.ts'

const SOUNDS_DEAD =
  /\b(404|not found|page (?:is )?missing|no longer (?:available|exists)|nicht gefunden|introuvable|no (?:se )?encontrad[ao]|non trovat[ao]|niet gevonden|ikke funnet|ikke fundet|hittades inte|ni (?:bilo )?najden[ao]?|nie znaleziono|не найден[ао]?|找不到|見つかりません)/i
const SHARED_TITLE_TIMES = 3
const CLOSE_BITS = 4

/** Is there reason to ask the host how it answers for a Url that cannot exist? */
export function isSuspicious(facts: PageFacts, memory: HostMemory): boolean {
  if (memory.soft404 !== 'unknown' || facts.title === null) return false
  return SOUNDS_DEAD.test(facts.title) || memory.noteTitle(facts.title) >= SHARED_TITLE_TIMES
}

/** A Url beside the given one that no site has. */
export function impossibleUrl(url: string, random: Random): string {
  return new URL(`${random.token(12)}-${random.token(8)}.html`, url).href
}

export function isSoft404(facts: PageFacts, memory: HostMemory): boolean {
  const { soft404 } = memory
  if (typeof soft404 === 'string' || facts.title !== soft404.title) return false
  if (facts.fingerprints === null) return facts.outline === soft404.outline
  return distance(facts.fingerprints.words, soft404.words) <= CLOSE_BITS
}
