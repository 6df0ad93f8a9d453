import type { Metabase } from '@countersign/report'
import { z } from 'zod'

const Dashboards = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  z.strictObject({
    id: z.int().min(1),
    company: z.string().regex(/^[a-z][a-z0-9_]*$/),
    open: z.array(z.enum(['from', 'to'])).default([]),
  }),
)

/** The keys of embedded dashboards. */
export const metabaseKeys = {
  METABASE_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The embedding secret of that Metabase. */
  METABASE_SECRET: z.string().min(32, 'Expected 32 characters or more').optional(),
  /** JSON: `{"overview": {"id": 7, "company": "vasp_did", "open": ["from", "to"]}}` */
  METABASE_DASHBOARDS: z
    .string()
    .optional()
    .transform((text, context) => {
      try {
        return Dashboards.parse(JSON.parse(text ?? '{}'))
      } catch {
        context.addIssue(
          'Expected {"overview": {"id": 7, "company": "vasp_did", "open": ["from"]}}',
        )
        return z.NEVER
      }
    }),
}

const Keys = z.object(metabaseKeys)

/** The Metabase of this deployment, if there is one. */
export function metabaseOf(config: z.infer<typeof Keys>): Metabase | undefined {
  const {
    METABASE_SITE_URL: url,
    METABASE_SECRET: secret,
    METABASE_DASHBOARDS: dashboards,
  } = config
  return url && secret ? { siteUrl: url.replace(/\/+$/, ''), secret, dashboards } : undefined
}
