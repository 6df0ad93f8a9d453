import { defineConfig } from 'vitest/config'
import { FailureReport } from './vitest.report.ts'
import { LongestFirst } from './vitest.sequence.ts'

const shared = {
  // The files of a worker share the modules, which take longer to load than most files to run.
  isolate: false,
  // A test that fails now and then is wrong: whatever must wait polls for its condition.
  retry: 0,
  // Patience costs nothing where all is well; a busy machine may need it.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    reporters: ['default', new FailureReport()],
    // Most tests wait for a database or a clock, so three share two cores well.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          globalSetup: ['./vitest.setup.ts'],
          include: [
            'packages/**/*.test.ts',
            'contexts/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'clients/**/*.test.ts',
            'mutants/*.test.ts',
            'lint/*.test.ts',
          ],
          // Node loads the modules as it does in production, and keeps what it compiled.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          include: ['apps/web/**/*.test.ts'],
        },
      },
    ],
  },
})
