import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'
import type { Contract } from '../operation.ts'
import { SessionId } from './authentication.ts'

/** How long a token for the product's own dashboard is valid, in seconds. */
export const dashboardTokenSeconds = 600

/**
 * Operations of the webhook service between the two services of one deployment. They are not part of the
 * published API.
 */
export const webhooksInternal = {
  dashboard: {
    token: {
      method: 'POST',
      path: '/internal/dashboard-token/{app_id}',
      summary: 'Create a ten-minute token for one dashboard session',
      access: 'organisation',
      body: z.object({ sessionId: SessionId }),
      returns: { 200: z.object({ token: z.string(), expiresAt: Instant }) },
    },
    limit: {
      method: 'PUT',
      path: '/internal/endpoint-limit/{app_id}',
      summary:
        'Set how many endpoints an application can have; null for as many as the service allows',
      access: 'organisation',
      body: z.object({ endpoints: z.nullable(Whole()) }),
      returns: { 204: null },
    },
  },
} as const satisfies Contract
