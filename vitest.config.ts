import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['./vitest.setup.ts'],
    include: [
      'packages/**/*.test.ts',
      'contexts/**/*.test.ts',
      'apps/server/**/*.test.ts',
      'clients/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
