import { defineConfig } from 'vitest/config'

/** Two suites: `unit` stands beside the sources and is fast; `e2e` starts worlds, processes and databases. */
export default defineConfig({
  test: {
    // The PostgreSQL driver writes to a socket that is gone when a test takes its server away; the command tells it in a sentence.
    onUnhandledError: error =>
      !/reading 'write'/.test(error.message ?? '') || !/postgres/.test(error.stack ?? ''),
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
