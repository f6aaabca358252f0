/**
 * The environment: clock, random, network and log. They are passed in through constructors everywhere, so that a year of
 * crawling runs in seconds in a test and a thousand hosts live on one loopback port. Only this room calls
 * `Date.now`, `Math.random`, `setTimeout`, `node:net` and `node:dns`.
 */
import { type Clock, realClock } from './clock.ts'
import { type Log, silentLog } from './log.ts'
import { type Network, realNetwork } from './network.ts'
import { type Random, realRandom } from './random.ts'

export interface Env {
  readonly clock: Clock
  readonly random: Random
  readonly network: Network
  readonly log: Log
}

export const realEnv: Env = { clock: realClock, random: realRandom, network: realNetwork, log: silentLog }

export * from './black-hole.ts'
export * from './clock.ts'
export { importExtra } from './extras.ts'
export * from './failure.ts'
export * from './folder.ts'
export * from './http-server.ts'
export * from './log.ts'
export * from './network.ts'
export * from './open-files.ts'
export * from './printable.ts'
export * from './random.ts'
export { utf8Text } from './utf8.ts'
