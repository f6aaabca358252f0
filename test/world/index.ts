/**
 * The world: a web of synthetic sites on loopback whose truth is known.
 */
export * from './chance.ts'
export * from './kinds/farm.ts'
export * from './kinds/template.ts'
export * from './log.ts'
export * from './markup.ts'
export * from './noise.ts'
export * from './schedule.ts'
export * from './site.ts'
export * from './site-parts.ts'
export * from './truth.ts'
export * from './world.ts'
