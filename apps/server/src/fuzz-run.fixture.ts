import { seed } from '@countersign/kit/testing-volume'
import type { FuzzReport } from './fuzz.fixture.ts'

/** No request may take longer, however busy the machine is; a second is what is aimed at. */
export const unbearableMs = 10_000

/** What came of it, in a line. */
export const figures = (report: FuzzReport) =>
  `seed ${seed}: ${report.requests} requests, ${Math.round(report.requests / report.seconds)} a second, ` +
  `${report.slow} took more than a second, the longest (${report.slowest}) ${Math.round(report.longestMs)} ms; ` +
  `by status ${JSON.stringify(report.byStatus)}`
