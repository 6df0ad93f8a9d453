export { endpointStats } from './endpoint-stats.operations.ts'
export { applicationStats, statistics } from './statistics.operations.ts'
