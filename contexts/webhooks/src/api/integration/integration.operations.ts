import type { Input } from '@countersign/contracts'
import type { IntegrationIn, IntegrationOut, webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import type { Core } from '../../core.ts'
import {
  deleteIntegration,
  findIntegration,
  findIntegrations,
  type IntegrationRow,
  type IntegrationValues,
  insertIntegration,
  updateIntegration,
} from '../../integration.store.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { newIntegrationKey, openIntegrationKey } from '../../token/index.ts'
import { auditToken } from '../authentication/index.ts'
import { inApplication } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'

type Op = typeof webhooks.integration

const showIntegration = (row: IntegrationRow): IntegrationOut => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  featureFlags: row.feature_flags,
})

const valuesOf = ({ name, featureFlags }: IntegrationIn): IntegrationValues => ({
  name,
  feature_flags: featureFlags ?? [],
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

async function listIntegrations(
  { database }: Core,
  at: InApplication,
  { query }: Input<Op['list']>,
) {
  const plan = travel(query, query.order)
  const rows = await database.withTenant(at.orgId, (tx) => findIntegrations(tx, keyOf(at), plan))
  return pageOf(rows, plan, (row) => row.id, showIntegration)
}

async function createIntegration(
  { database, vault, clock, quotas }: Core,
  at: InApplication,
  { body }: Input<Op['create']>,
) {
  quotas.take('creations', at.app.id)
  const now = new Date(clock())
  const integrationId = id('integ', now.getTime())
  const key = newIntegrationKey(vault, placeOf(at, integrationId), now)
  const values = { id: integrationId, ...valuesOf(body), at: now, ...key }
  const row = await database.withTenant(at.orgId, async (tx) => {
    await quotas.room(tx, keyOf(at), 'integrations')
    const made = await insertIntegration(tx, keyOf(at), values)
    await auditToken(tx, at, now, { action: 'integration.create', object: integrationId })
    return made
  })
  return showIntegration(row)
}

const getIntegration = async (
  { database }: Core,
  at: InApplication,
  { integ_id }: Input<Op['get']>,
) =>
  showIntegration(
    known(await database.withTenant(at.orgId, (tx) => findIntegration(tx, keyOf(at), integ_id))),
  )

async function changeIntegration(
  { database, clock }: Core,
  at: InApplication,
  { integ_id, body }: Input<Op['update']>,
) {
  const now = new Date(clock())
  const row = await database.withTenant(at.orgId, async (tx) => {
    const changed = known(await updateIntegration(tx, keyOf(at), integ_id, valuesOf(body), now))
    await auditToken(tx, at, now, { action: 'integration.update', object: integ_id })
    return changed
  })
  return showIntegration(row)
}

const removeIntegration = (
  { database, clock }: Core,
  at: InApplication,
  { integ_id }: Input<Op['delete']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    if (!(await deleteIntegration(tx, keyOf(at), integ_id)))
      throw fail('not_found', 'Entity not found')
    const entry = { action: 'integration.delete', object: integ_id }
    await auditToken(tx, at, new Date(clock()), entry)
  })

async function getIntegrationKey(
  { database, vault, clock }: Core,
  at: InApplication,
  { integ_id }: Input<Op['getKey']>,
) {
  const row = await database.withTenant(at.orgId, async (tx) => {
    const found = known(await findIntegration(tx, keyOf(at), integ_id))
    const entry = { action: 'integration.getKey', object: integ_id }
    await auditToken(tx, at, new Date(clock()), entry)
    return found
  })
  return { key: openIntegrationKey(vault, placeOf(at, row.id), row.key_sealed) }
}

async function rotateIntegrationKey(
  { database, vault, clock }: Core,
  at: InApplication,
  { integ_id }: Input<Op['rotateKey']>,
) {
  const now = new Date(clock())
  const place = placeOf(at, integ_id)
  const key = newIntegrationKey(vault, place, now)
  await database.withTenant(at.orgId, async (tx) => {
    known(await updateIntegration(tx, keyOf(at), integ_id, key, now))
    await auditToken(tx, at, now, { action: 'integration.rotateKey', object: integ_id })
  })
  return { key: openIntegrationKey(vault, place, key.key_sealed) }
}

export const integration = {
  list: inApplication(listIntegrations),
  create: inApplication(createIntegration),
  get: inApplication(getIntegration),
  update: inApplication(changeIntegration),
  delete: inApplication(removeIntegration),
  getKey: inApplication(getIntegrationKey),
  rotateKey: inApplication(rotateIntegrationKey),
}
