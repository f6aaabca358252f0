export { wallOfRedirect } from './wall-address.ts'
export { type FirstSight, type WallHolds, type WallKind, type WallSign, wallOf } from './walls.ts'
