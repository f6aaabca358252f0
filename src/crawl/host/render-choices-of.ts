import type { RenderChoice } from './render-memory.ts'

/** The part of a host's memory that says which kinds of its pages are rendered in a browser. */
export function renderChoicesOf(memory: string | null): readonly RenderChoice[] {
  if (memory === null) return []
  try {
    return (JSON.parse(memory) as { readonly renders?: readonly RenderChoice[] }).renders ?? []
  } catch {
    return []
  }
}
