import { audit } from '@countersign/kit/audit'
import type { WebhooksTx } from '../../tables.ts'
import type { InApplication } from '../gate.ts'

/**
 * Writes down in the organisation's audit chain what was done with keys and tokens. It locks the chain
 * until the transaction ends, so it comes last.
 */
export const auditToken = (
  tx: WebhooksTx,
  { orgId, bearer, app, requestId }: InApplication,
  at: Date,
  {
    action,
    object,
    detail = {},
  }: { action: string; object: string; detail?: Readonly<Record<string, unknown>> },
): Promise<void> => {
  const { integrationId, sessionId, appId } = bearer
  const session = sessionId && `session:${sessionId}`
  const did = integrationId ?? session ?? appId ?? orgId
  return audit(tx, { did, requestId }, at, {
    company: orgId,
    action,
    object,
    detail: { ...detail, appId: app.id },
  })
}
