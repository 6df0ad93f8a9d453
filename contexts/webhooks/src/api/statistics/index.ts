export { getEndpointStats } from './endpoint-stats.operations.ts'
export {
  aggregateUsage,
  getAppAttempts,
  getApplicationStats,
  getEndpointAttempts,
  listUsageStats,
} from './statistics.operations.ts'
