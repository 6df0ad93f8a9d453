import type { FuzzReport } from './fuzz.fixture.ts'

/** The same requests each time, so that a failure is the change's own; `FUZZ_SEED=…` asks others. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** `FUZZ_REQUESTS=…` makes a longer run. */
export const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)

/** Once more would ask the same of a database that has seen it. */
export const once = { retry: 0, timeout: 900_000 }

/** No request may take longer, however busy the machine is; a second is what is aimed at. */
export const unbearableMs = 10_000

/** What came of it, in a line. */
export const figures = (report: FuzzReport) =>
  `seed ${seed}: ${report.requests} requests, ${Math.round(report.requests / report.seconds)} a second, ` +
  `${report.slow} took more than a second, the longest (${report.slowest}) ${Math.round(report.longestMs)} ms; ` +
  `by status ${JSON.stringify(report.byStatus)}`
