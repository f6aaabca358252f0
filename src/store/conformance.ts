/**
 * The contract of a Store as tests. Every implementation runs this suite, so that the engine need not care which one it uses; the suite
 * only uses the interface, and never looks into tables.
 */
import { afterEach, beforeEach, describe } from 'vitest'
import { accessibility } from './conformance/accessibility.ts'
import { adding } from './conformance/adding.ts'
import { archives } from './conformance/archives.ts'
import { atomicity } from './conformance/atomicity.ts'
import { choosing } from './conformance/choosing.ts'
import { classes } from './conformance/classes.ts'
import { emptying } from './conformance/emptying.ts'
import type { Opened } from './conformance/fixture.ts'
import { forgetting } from './conformance/forgetting.ts'
import { leases } from './conformance/leases.ts'
import { likenesses } from './conformance/likenesses.ts'
import { listing } from './conformance/listing.ts'
import { losing } from './conformance/losing.ts'
import { model } from './conformance/model.ts'
import { patterns } from './conformance/patterns.ts'
import { placing } from './conformance/placing.ts'
import { planning } from './conformance/planning.ts'
import { reading } from './conformance/reading.ts'
import { recording } from './conformance/recording.ts'
import { refreshing } from './conformance/refreshing.ts'
import { relevance } from './conformance/relevance.ts'
import { room } from './conformance/room.ts'
import { searching } from './conformance/searching.ts'
import { sweeping } from './conformance/sweeping.ts'
import { taking } from './conformance/taking.ts'

export type { Opened } from './conformance/fixture.ts'

export function describeStore(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let opened: Opened | undefined
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(async () => {
      await opened?.dispose()
      opened = undefined
    })
    const current = (): Opened => opened!
    for (const suite of [
      adding,
      taking,
      leases,
      room,
      placing,
      recording,
      planning,
      choosing,
      refreshing,
      classes,
      patterns,
      relevance,
      accessibility,
      sweeping,
      archives,
      losing,
      forgetting,
      likenesses,
      reading,
      listing,
      searching,
      atomicity,
      emptying,
    ])
      suite(current)
    model(open)
  })
}
