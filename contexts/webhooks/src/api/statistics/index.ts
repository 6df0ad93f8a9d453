export { getEndpointStats } from './endpoint-stats.operations.ts'
export {
  aggregateEventTypes,
  aggregateUsage,
  getAppAttempts,
  getApplicationStats,
  getEndpointAttempts,
  listUsageStats,
} from './statistics.operations.ts'
