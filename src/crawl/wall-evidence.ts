import type { WallHolds } from '../document/walls/index.ts'

/** Whether this evidence alone is enough to call the page a wall. */
export const isCertain = (holds: WallHolds, wasStored: boolean): boolean =>
  holds === 'always' || (holds === 'instead' && wasStored)
