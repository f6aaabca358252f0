import type { WallHolds } from '../document/walls/index.ts'

/** Does it take nothing else to call it a wall? */
export const isCertain = (holds: WallHolds, wasStored: boolean): boolean =>
  holds === 'always' || (holds === 'instead' && wasStored)
