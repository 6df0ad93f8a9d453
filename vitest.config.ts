import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['./vitest.setup.ts'],
    include: [
      'packages/**/*.test.ts',
      'contexts/**/*.test.ts',
      'apps/{server,web}/**/*.test.ts',
      'clients/**/*.test.ts',
    ],
    // Most tests wait for a database or a clock, so two share the machine well.
    maxWorkers: 2,
    // Processes are killed and clocks awaited: a busy machine can miss one once, a fault misses twice.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
