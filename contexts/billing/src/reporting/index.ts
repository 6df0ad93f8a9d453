export { countUsage } from './counting.ts'
export { reportUsage, startReporting } from './reporting.worker.ts'
