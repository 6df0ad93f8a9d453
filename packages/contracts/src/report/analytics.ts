import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'

/** Asks for one of the deployment’s dashboards, by its key. */
const EmbedRequest = z.strictObject({
  did: Did,
  dashboard: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  theme: z.optional(z.enum(['light', 'dark'])),
  params: z.optional(
    z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  ),
})

/** Dashboards of the deployer’s own Metabase. Base path `/api`. */
export const analytics = {
  dashboards: {
    method: 'GET',
    path: '/metabase/dashboards',
    summary:
      'List the keys of the dashboards that can be embedded; none where there is no Metabase',
    access: canIn('trustFramework.getVaspAnalytics', 'did', { people: 'inside' }),
    query: z.object({ did: Did }),
    returns: { 200: z.object({ dashboards: z.array(z.string()) }) },
  },
  embed: {
    method: 'POST',
    path: '/metabase/get-iframe-url',
    summary: 'Get a signed address of a dashboard for an iframe; it is good for ten minutes',
    access: canIn('trustFramework.getVaspAnalytics', 'did', { people: 'inside' }),
    transaction: 'own',
    body: EmbedRequest,
    returns: { 200: z.object({ iframeUrl: z.string(), expiresAt: Instant }) },
  },
} as const satisfies Contract[string]
