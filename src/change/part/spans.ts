/** Places in a text, from the first character to the one after the last. */
export type Spans = readonly (readonly [from: number, to: number])[]

export function withoutSpans(text: string, spans: Spans, from = 0): string {
  let kept = ''
  let at = 0
  for (const [start, end] of [...spans].sort(([a], [b]) => a - b)) {
    kept += text.slice(at, Math.max(at, start - from))
    at = Math.max(at, Math.min(text.length, end - from))
  }
  return kept + text.slice(at)
}
