import { inApplication, inOrganisation } from '../bind.ts'
import { getEndpointStats } from './endpoint-stats.operations.ts'
import {
  aggregateEventTypes,
  aggregateUsage,
  getAppAttempts,
  getApplicationStats,
  getEndpointAttempts,
  listUsageStats,
} from './statistics.operations.ts'

export const applicationStats = {
  getStats: inApplication(getApplicationStats),
  getUsageStats: inOrganisation(listUsageStats),
}

export const endpointStats = { getStats: inApplication(getEndpointStats) }

export const statistics = {
  appAttempts: inApplication(getAppAttempts),
  endpointAttempts: inApplication(getEndpointAttempts),
  aggregateAppStats: inOrganisation(aggregateUsage),
  aggregateEventTypes: inOrganisation(aggregateEventTypes),
}
