export { localCounterparty } from './local-counterparty.ts'
export { runLeft, runSteps } from './run.ts'
export { type SweepDeps, startTransferSweep, sweepSteps } from './sweep.worker.ts'
