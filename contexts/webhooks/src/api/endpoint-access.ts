import { fail } from '@countersign/kit/errors'
import { type AppKey, findEndpoint, findSealedEndpoint, lockEndpoint } from '../endpoint.store.ts'
import type { WebhooksTx } from '../tables.ts'
import type { InApplication } from './gate.ts'

/** How statements name an application: by both ids. */
export const keyOf = ({ orgId, app }: InApplication): AppKey => ({ orgId, id: app.id })

/** The endpoint of a path, by id or uid. @throws 404 */
export async function endpointIn(tx: WebhooksTx, at: InApplication, ref: string) {
  const row = await findEndpoint(tx, keyOf(at), ref)
  if (!row) throw fail('not_found', 'Entity not found')
  return row
}

/** The same with what is sealed. @throws 404 */
export async function sealedEndpoint(tx: WebhooksTx, at: InApplication, ref: string) {
  const row = await findSealedEndpoint(tx, keyOf(at), ref)
  if (!row) throw fail('not_found', 'Entity not found')
  return row
}

/** The same, locked until the transaction ends. @throws 404 */
export async function lockedEndpoint(tx: WebhooksTx, at: InApplication, ref: string) {
  const row = await lockEndpoint(tx, keyOf(at), ref)
  if (!row) throw fail('not_found', 'Entity not found')
  return row
}
