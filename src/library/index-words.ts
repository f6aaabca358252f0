import type { IndexProgress } from './build-index.ts'
import { counted } from './shown.ts'

/** Summarizes the building of an index in a sentence. */
export function indexWords({ indexed, withoutText, lost }: IndexProgress): string {
  const rest = [
    ...(withoutText > 0 ? [`${counted(withoutText, 'revision')} without text`] : []),
    ...(lost > 0 ? [`${counted(lost, 'revision')} whose copy the archive has lost`] : []),
  ]
  return `indexed ${counted(indexed, 'revision')}${rest.length > 0 ? `; left out ${rest.join(' and ')}` : ''}`
}
