/** A commit that only moves links. */
export const NO_VISITS = {
  visits: [],
  candidates: [],
  servers: [],
  memories: [],
  archives: [],
  events: [],
} as const
