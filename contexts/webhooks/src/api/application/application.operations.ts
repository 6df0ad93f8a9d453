import type { Input, Output } from '@countersign/contracts'
import type {
  ApplicationIn,
  ApplicationOut,
  ApplicationPatch,
  webhooks,
} from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import {
  type ApplicationRow,
  type ApplicationValues,
  deleteApplication,
  findApplication,
  findApplications,
  insertApplication,
  updateApplication,
} from '../../application.store.ts'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { textsOf, type WebhooksTx } from '../../tables.ts'
import { changing, inApplication, inOrganisation } from '../bind.ts'
import type { InApplication, InOrganisation } from '../gate.ts'

type Op = typeof webhooks.application

/** An application as it is answered. Null names and limits are left out. */
const showApplication = (row: ApplicationRow): ApplicationOut => ({
  id: row.id,
  ...(row.uid !== null && { uid: row.uid }),
  name: row.name,
  ...(row.rate_limit !== null && { rateLimit: row.rate_limit, throttleRate: row.rate_limit }),
  metadata: textsOf(row.metadata),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const valuesOf = (body: ApplicationIn): ApplicationValues => ({
  name: body.name,
  uid: body.uid ?? null,
  rate_limit: body.rateLimit ?? null,
  metadata: body.metadata ?? {},
})

const changesOf = (body: ApplicationPatch): Partial<ApplicationValues> => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.uid !== undefined && { uid: body.uid }),
  ...(body.rateLimit !== undefined && { rate_limit: body.rateLimit }),
  ...(body.metadata !== undefined && { metadata: body.metadata ?? {} }),
})

/** Stores a new application in a transaction of the caller's. */
export function addApplication(
  { clock }: Pick<Core, 'clock'>,
  tx: WebhooksTx,
  orgId: string,
  body: ApplicationIn,
): Promise<ApplicationRow> {
  const now = clock()
  return insertApplication(tx, orgId, id('app', now), valuesOf(body), new Date(now))
}

async function listApplications(
  { database }: Core,
  { orgId }: InOrganisation,
  { query }: Input<Op['list']>,
) {
  const plan = travel(query, query.order)
  const excluded = {
    empty: query.exclude_apps_with_no_endpoints,
    disabled: query.exclude_apps_with_disabled_endpoints,
  }
  const rows = await database.withTenant(orgId, (tx) => findApplications(tx, orgId, plan, excluded))
  return pageOf(rows, plan, (row) => row.id, showApplication)
}

async function createApplication(
  core: Core,
  { orgId }: InOrganisation,
  { query, body }: Input<Op['create']>,
): Promise<Output<Op['create']>> {
  const { uid } = body
  const same = (tx: WebhooksTx) =>
    typeof uid === 'string' ? findApplication(tx, orgId, uid) : undefined
  const answer = (row: ApplicationRow) => {
    if (query.get_if_exists) return { status: 200 as const, body: showApplication(row) }
    throw fail('conflict', 'An application with that id or uid already exists')
  }
  try {
    return await core.database.withTenant(orgId, async (tx) => {
      const found = await same(tx)
      if (found) return answer(found)
      const created = await addApplication(core, tx, orgId, body)
      return { status: 201 as const, body: showApplication(created) }
    })
  } catch (error) {
    // Another call may have taken the uid since we looked; with the flag that one is the answer.
    const winner = query.get_if_exists
      ? await core.database.withTenant(orgId, async (tx) => same(tx))
      : undefined
    if (winner) return answer(winner)
    throw error
  }
}

const getApplication = ({ app }: InApplication) => showApplication(app)

async function replaceApplication(
  core: Core,
  { orgId, app }: InOrganisation,
  { body }: Input<Op['update']>,
): Promise<Output<Op['update']>> {
  return core.database.withTenant(orgId, async (tx) => {
    const at = new Date(core.clock())
    const updated = app && (await updateApplication(tx, orgId, app.id, valuesOf(body), at))
    if (updated) return { status: 200, body: showApplication(updated) }
    return { status: 201, body: showApplication(await addApplication(core, tx, orgId, body)) }
  })
}

async function patchApplication(
  { database, clock }: Core,
  { orgId, app }: InApplication,
  { body }: Input<Op['patch']>,
) {
  const row = await database.withTenant(orgId, (tx) =>
    updateApplication(tx, orgId, app.id, changesOf(body), new Date(clock())),
  )
  if (!row) throw fail('not_found', 'Entity not found')
  return showApplication(row)
}

async function removeApplication({ database, clock }: Core, { orgId, app }: InApplication) {
  await database.withTenant(orgId, (tx) => deleteApplication(tx, orgId, app.id, new Date(clock())))
}

export const application = {
  list: inOrganisation(listApplications),
  create: changing(inOrganisation(createApplication)),
  get: inApplication((_, at) => getApplication(at)),
  update: changing(inOrganisation(replaceApplication)),
  patch: changing(inApplication(patchApplication)),
  delete: changing(inApplication(removeApplication)),
}
