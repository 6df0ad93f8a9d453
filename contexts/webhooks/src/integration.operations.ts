import type { Input } from '@countersign/contracts'
import type { IntegrationOut, webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import type { Core } from './core.ts'
import { keyOf } from './endpoint-access.ts'
import type { InApplication } from './gate.ts'
import {
  deleteIntegration,
  findIntegration,
  findIntegrations,
  type IntegrationRow,
  insertIntegration,
  updateIntegration,
} from './integration.store.ts'
import { newIntegrationKey, openIntegrationKey } from './integration-key.ts'
import { pageOf, travel } from './page.rules.ts'

type Op = typeof webhooks.integration

const showIntegration = (row: IntegrationRow): IntegrationOut => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const placeOf = ({ orgId, app }: InApplication, integrationId: string) => ({
  orgId,
  appId: app.id,
  id: integrationId,
})

const known = <Row>(row: Row | undefined): Row => {
  if (!row) throw fail('not_found', 'Entity not found')
  return row
}

export async function listIntegrations(
  { database }: Core,
  at: InApplication,
  { query }: Input<Op['list']>,
) {
  const plan = travel(query, 'ascending')
  const rows = await database.withTenant(at.orgId, (tx) => findIntegrations(tx, keyOf(at), plan))
  return pageOf(rows, plan, (row) => row.id, showIntegration)
}

export async function createIntegration(
  { database, vault, clock }: Core,
  at: InApplication,
  { body }: Input<Op['create']>,
) {
  const now = clock()
  const integrationId = id('integ', now)
  const key = newIntegrationKey(vault, placeOf(at, integrationId))
  const values = { id: integrationId, name: body.name, at: new Date(now), ...key }
  return showIntegration(
    await database.withTenant(at.orgId, (tx) => insertIntegration(tx, keyOf(at), values)),
  )
}

export const getIntegration = async (
  { database }: Core,
  at: InApplication,
  { integ_id }: Input<Op['get']>,
) =>
  showIntegration(
    known(await database.withTenant(at.orgId, (tx) => findIntegration(tx, keyOf(at), integ_id))),
  )

export const renameIntegration = async (
  { database, clock }: Core,
  at: InApplication,
  { integ_id, body }: Input<Op['update']>,
) =>
  showIntegration(
    known(
      await database.withTenant(at.orgId, (tx) =>
        updateIntegration(tx, keyOf(at), integ_id, { name: body.name }, new Date(clock())),
      ),
    ),
  )

export const removeIntegration = async (
  { database }: Core,
  at: InApplication,
  { integ_id }: Input<Op['delete']>,
) => {
  if (!(await database.withTenant(at.orgId, (tx) => deleteIntegration(tx, keyOf(at), integ_id))))
    throw fail('not_found', 'Entity not found')
}

export async function getIntegrationKey(
  { database, vault }: Core,
  at: InApplication,
  { integ_id }: Input<Op['getKey']>,
) {
  const row = known(
    await database.withTenant(at.orgId, (tx) => findIntegration(tx, keyOf(at), integ_id)),
  )
  return { key: openIntegrationKey(vault, placeOf(at, row.id), row.key_sealed) }
}

export async function rotateIntegrationKey(
  { database, vault, clock }: Core,
  at: InApplication,
  { integ_id }: Input<Op['rotateKey']>,
) {
  const place = placeOf(at, integ_id)
  const key = newIntegrationKey(vault, place)
  known(
    await database.withTenant(at.orgId, (tx) =>
      updateIntegration(tx, keyOf(at), integ_id, key, new Date(clock())),
    ),
  )
  return { key: openIntegrationKey(vault, place, key.key_sealed) }
}
