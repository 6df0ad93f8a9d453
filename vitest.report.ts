import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export const vitestReportFile = '.cache/vitest.json'

export type VitestReport = {
  passed: number
  failed: number
  /** What made the run fail, as text: failed tests, files that didn't load, errors outside any test. */
  failures: string[]
}

const text = (title: string, errors: readonly SerializedError[]) =>
  [title, ...errors.map(({ message, stack }) => stack ?? message)].join('\n')

const tests = (modules: readonly TestModule[], state: 'passed' | 'failed'): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests(state)])

/**
 * Writes what `test.ts` says at the end of a run. Vitest's own JSON leaves out the errors
 * that no test caught, so a run could fail without saying why.
 */
export class FailureReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failed = tests(modules, 'failed')
    const report: VitestReport = {
      passed: tests(modules, 'passed').length,
      failed: failed.length,
      failures: [
        ...failed.map((test) =>
          text(`${test.module.relativeModuleId}: ${test.fullName}`, test.result().errors ?? []),
        ),
        ...modules
          .filter((module) => module.errors().length > 0)
          .map((module) => text(module.relativeModuleId, module.errors())),
        ...unhandled.map((error) =>
          text(
            `outside any test, during ${error.VITEST_TEST_NAME ?? error.VITEST_TEST_PATH ?? 'the run'}`,
            [error],
          ),
        ),
      ],
    }
    mkdirSync('.cache', { recursive: true })
    writeFileSync(vitestReportFile, JSON.stringify(report))
  }
}
