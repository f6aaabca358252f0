import { defineConfig } from 'vitest/config'

/** Two suites: `unit` stands beside the sources and is fast; `e2e` starts worlds, processes and databases. */
export default defineConfig({
  test: {
    onUnhandledError: error => !isDriversOwn(error),
    // As in bin/tidewatch: V8 can crash when it makes wrappers of a shared WebAssembly module faster while a thread ends.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    projects: [
      {
        test: { name: 'unit', include: ['src/**/*.test.ts', 'test/world/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts', 'examples/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
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
