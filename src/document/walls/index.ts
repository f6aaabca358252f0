export { wallOfRedirect } from './wall-address.ts'
export { type Shown, showsLittle, type WallHolds, type WallKind, type WallSign, wallOf } from './walls.ts'
