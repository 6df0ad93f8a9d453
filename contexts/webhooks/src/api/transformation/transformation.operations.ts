import { type Input, rawText } from '@countersign/contracts'
import {
  maxPayloadBytes,
  type TransformationSimulateIn,
  type webhooks,
} from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { openVariables, sealVariables } from '../../endpoint-secret.ts'
import type { Refused } from '../../sandbox/index.ts'
import type { WebhooksTx } from '../../tables.ts'
import { hasCapability } from '../../token/index.ts'
import { inApplication } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import {
  areTransformationsOff,
  findTransformation,
  lockTransformation,
  updateTransformation,
} from './transformation.store.ts'

type Op = typeof webhooks.endpoint

const unknown = () => fail('not_found', 'Entity not found')
const busy = ({ error }: Refused) => fail('too_many_requests', error, { retryAfter: 5 })

/** Refuses an application's people where their organisation has switched transformations off. */
async function checkAllowed(tx: WebhooksTx, { orgId, bearer }: InApplication) {
  if (bearer.appId !== undefined && (await areTransformationsOff(tx, orgId)))
    throw fail('forbidden', 'Insufficient access for the given operation.')
}

const found = (core: Core, at: InApplication, ref: string) =>
  core.database.withTenant(at.orgId, async (tx) => {
    await checkAllowed(tx, at)
    const row = await findTransformation(tx, keyOf(at), ref)
    if (!row) throw unknown()
    return row
  })

export async function getTransformation(
  core: Core,
  at: InApplication,
  { endpoint_id }: Input<Op['getTransformation']>,
) {
  const row = await found(core, at, endpoint_id)
  const variables = openVariables(core.vault, row.id, row.transformation_variables)
  const { capabilities, scope } = at.bearer
  const isShown = scope !== 'read' && hasCapability(capabilities, 'ManageTransformations')
  return {
    code: row.transformation,
    enabled: row.transformation_enabled,
    variables: isShown && row.transformation_variables !== null ? variables : null,
    updatedAt: row.transformation_updated_at?.toISOString() ?? null,
  }
}

export async function patchTransformation(
  core: Core,
  at: InApplication,
  { endpoint_id, body }: Input<Op['patchTransformation']>,
) {
  await found(core, at, endpoint_id)
  // Before the row is locked: a script may take its time.
  if (typeof body.code === 'string') await checkCode(core, at.app.id, body.code)
  await core.database.withTenant(at.orgId, async (tx) => {
    const row = await lockTransformation(tx, keyOf(at), endpoint_id)
    if (!row) throw unknown()
    const code = body.code === undefined ? row.transformation : body.code
    const kept = body.code === null ? false : row.transformation_enabled
    const enabled = body.enabled ?? kept
    if (enabled && code === null) throw invalid(['body', 'enabled'], 'There is no code to enable')
    const variables =
      body.variables === undefined
        ? row.transformation_variables
        : sealVariables(core.vault, row.id, body.variables ?? {})
    const values = {
      transformation: code,
      transformation_enabled: enabled,
      transformation_variables: variables,
    }
    await updateTransformation(tx, keyOf(at), row.id, values, new Date(core.clock()))
  })
}

/** Refuses code that does not compile or declares no handler. @throws 422 */
async function checkCode({ engine }: Core, tenant: string, code: string) {
  const result = await engine.sandbox.run(tenant, { code, webhook: null }, 'now')
  if (result.ok) return
  throw result.cause === 'busy' ? busy(result) : invalid(['body', 'code'], result.error)
}

export async function simulateTransformation(
  core: Core,
  at: InApplication,
  { endpoint_id, body }: Input<Op['simulateTransformation']>,
) {
  const { id, url, transformation_variables } = await found(core, at, endpoint_id)
  const variables = body.variables ?? openVariables(core.vault, id, transformation_variables)
  return simulate(core, at.app.id, url, { ...body, variables })
}

/**
 * What code makes of a message; method null when nothing would be sent.
 * @param tenant whose scripts wait for each other
 * @throws 400 when the code fails
 */
export async function simulate(
  { engine }: Core,
  tenant: string,
  url: string,
  { code, eventType, payload: raw, variables }: TransformationSimulateIn,
) {
  const payload = rawText(raw)
  if (Buffer.byteLength(payload) > maxPayloadBytes)
    throw fail('payload_too_large', 'Request payload is too large.')
  const webhook = {
    url,
    eventType,
    payload,
    variables: variables ?? {},
    maxBytes: maxPayloadBytes,
  }
  const result = await engine.sandbox.run(tenant, { code, webhook }, 'now')
  if (!result.ok && result.cause === 'busy') throw busy(result)
  if (!result.ok) throw fail('bad_request', result.error, { wire: 'invalid_transformation' })
  if (result.cancel) return { url, method: null, payload, cancel: true }
  return { url: result.url, method: result.method, payload: result.payload, cancel: false }
}

export const endpointTransformation = {
  getTransformation: inApplication(getTransformation),
  patchTransformation: inApplication(patchTransformation),
  simulateTransformation: inApplication(simulateTransformation),
}
