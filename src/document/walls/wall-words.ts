import type { WallKind } from './walls.ts'

/** Names of walls, for display. */
export const WALL_WORDS: Readonly<Record<WallKind, string>> = {
  login: 'log-in',
  consent: 'asks for consent',
  challenge: 'check for robots',
  rateLimit: 'rate limit',
  javascript: 'needs JavaScript',
}
