import { defineConfig } from 'vitest/config'
import { FailureReport } from './vitest.report.ts'
import { LongestFirst } from './vitest.sequence.ts'

export default defineConfig({
  test: {
    reporters: ['default', new FailureReport()],
    globalSetup: ['./vitest.setup.ts'],
    include: [
      'packages/**/*.test.ts',
      'contexts/**/*.test.ts',
      'apps/{server,web}/**/*.test.ts',
      'clients/**/*.test.ts',
      'mutants/*.test.ts',
    ],
    // Most tests wait for a database or a clock, so three share two cores well.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The files of a worker share the modules, which take longer to load than most files to run.
    isolate: false,
    // A test that fails now and then is wrong: whatever must wait polls for its condition.
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
