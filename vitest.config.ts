import { defineConfig } from 'vitest/config'

/** Two suites: `unit` stands beside the sources and is fast; `e2e` starts worlds, processes and databases. */
export default defineConfig({
  test: {
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
