/** What is stored as JSON; null if there is nothing, or nothing that can be parsed. */
export function jsonOf<T = Readonly<Record<string, unknown>>>(text: string | null | undefined): T | null {
  if (!text) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
