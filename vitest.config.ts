import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** As in bin/tidewatch: every crawl starts parse threads, which spend most of their time compiling the same files. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/tidewatch')

/**
 * Tests that compare what happened on a fast clock with what should have: a busy machine would bend it. They run last, and
 * again where they fail.
 */
const CLOCKED = [
  'test/e2e/fixed-rounds.test.ts',
  'test/e2e/over-time.test.ts',
  'test/e2e/watch.test.ts',
  'test/faults/clock.test.ts',
  'test/faults/one-purse.test.ts',
  'test/faults/polite.test.ts',
]

/** Vitest leaves a core to itself; on two cores that is half of them. */
const WORKERS = 2
/** End-to-end tests wait for servers and databases about half of their time. */
const WAITING_WORKERS = 5
/** Those on a fast clock wait for it, and a machine with nothing to spare would bend it. */
const CLOCKED_WORKERS = 3

/** What is polled for may take this long on a busy machine, and a unit test too. */
const PATIENCE_MS = 60_000

/** What takes longest begins first, so that nothing is left to wait for at the end. */
// biome-ignore format: a list
const LONGEST = [
  'faults/readers', 'faults/kill', 'e2e/refresh-policies', 'e2e/read-only', 'e2e/model', 'e2e/export',
  'e2e/dashboard', 'e2e/cli-problems', 'e2e/guided', 'faults/archive-harm', 'faults/forms-kill',
  'e2e/bucket',
  'e2e/terminal', 'e2e/rhythm', 'e2e/dashboard-pages', 'e2e/cli', 'e2e/crawl-bounds',
  'e2e/crawl-frontier',
  'e2e/ending', 'e2e/change-together', 'e2e/change-kinds', 'e2e/browser', 'e2e/page-limit',
  'e2e/watch', 'faults/clock', 'faults/polite',
].map(name => join(import.meta.dirname, 'test', `${name}.test.ts`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.indexOf(moduleId) + 1 || LONGEST.length + 1
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** `unit` stands beside the sources and is fast; `e2e` starts worlds, processes and databases; `clocked` does too, and minds the time. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    onUnhandledError: error => !isDriversOwn(error),
    // As in bin/tidewatch: V8 can crash when it makes wrappers of a shared WebAssembly module faster while a thread ends.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    // Node runs the sources as it does for the commands: twice as fast where a test computes as through a loader of the runner's own.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/world/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          // None leaves anything behind that another could see, and what they all import is loaded once for each worker.
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: CLOCKED,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: PATIENCE_MS } },
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'clocked',
          include: CLOCKED,
          retry: 2,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: PATIENCE_MS } },
          maxWorkers: CLOCKED_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

/**
 * The PostgreSQL driver at times writes to a socket that is gone, from a callback of its own where nobody can catch it. The commands say it
 * in a sentence; here it may happen in the one test that takes the server away under an open store, and nowhere else.
 */
function isDriversOwn(error: { message: string; stack?: string; VITEST_TEST_PATH?: unknown }): boolean {
  return (
    error.message === "Cannot read properties of null (reading 'write')" &&
    /node_modules\/postgres\//.test(error.stack ?? '') &&
    String(error.VITEST_TEST_PATH).endsWith('store-postgres.test.ts')
  )
}
