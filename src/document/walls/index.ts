export { wallOfRedirect } from './wall-address.ts'
export { type FirstSight, isCertain, type WallKind, type WallSign, wallOf } from './walls.ts'
