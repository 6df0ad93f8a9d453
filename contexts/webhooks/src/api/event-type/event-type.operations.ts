import type { Input, Output } from '@countersign/contracts'
import {
  EventTypeName,
  type EventTypeOut,
  type EventTypePatch,
  type EventTypeUpdate,
  type webhooks,
} from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import {
  deleteEventType,
  type EventTypeRow,
  type EventTypeValues,
  findEventType,
  findEventTypes,
  insertEventType,
  type Sight,
  updateEventType,
} from '../../event-type.store.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { refuseIssues, schemaIssues } from '../../schema/index.ts'
import { inOrganisation } from '../bind.ts'
import type { InOrganisation } from '../gate.ts'

type Op = typeof webhooks.eventType

/** An event type as it is answered. */
export const showEventType = (row: EventTypeRow, withSchemas = true): EventTypeOut => ({
  name: row.name,
  description: row.description,
  archived: row.archived,
  deprecated: row.deprecated,
  schemas: withSchemas ? schemasOf(row.schemas) : null,
  groupName: row.group_name,
  featureFlags: row.feature_flags,
  featureFlag: row.feature_flags?.[0] ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function schemasOf(value: unknown): Record<string, Record<string, unknown>> | null {
  if (!isObject(value)) return null
  return Object.fromEntries(
    Object.entries(value).map(([version, schema]) => [version, isObject(schema) ? schema : {}]),
  )
}

/** An application's token sees the flagged types that it names; an organisation's sees all. */
export const sightOf = ({ bearer }: InOrganisation): Sight =>
  bearer.appId === undefined ? null : bearer.featureFlags

const unknownType = () => fail('not_found', 'Entity not found')

const checkSchemas = (schemas: EventTypePatch['schemas']) =>
  refuseIssues(schemaIssues(schemas, ['body', 'schemas']))

/** The flags of either spelling; undefined when neither is there. */
const flagsOf = ({ featureFlag, featureFlags }: EventTypePatch): string[] | null | undefined => {
  if (featureFlags?.length) return featureFlags
  if (featureFlag) return [featureFlag]
  return featureFlags === null || featureFlag === null ? null : undefined
}

/** What an event type becomes. */
export const valuesOf = (body: EventTypeUpdate): EventTypeValues => ({
  description: body.description,
  archived: body.archived,
  schemas: body.schemas ?? null,
  feature_flags: flagsOf(body) ?? null,
  group_name: body.groupName ?? null,
  deprecated: body.deprecated,
})

async function listEventTypes(
  { database }: Core,
  at: InOrganisation,
  { query }: Input<Op['list']>,
) {
  const plan = travel(query, query.order)
  const rows = await database.withTenant(at.orgId, (tx) =>
    findEventTypes(tx, at.orgId, sightOf(at), plan, { archived: query.include_archived }),
  )
  return pageOf(
    rows,
    plan,
    (row) => row.name,
    (row) => showEventType(row, query.with_content),
  )
}

async function createEventType(
  { database, clock, archived }: Core,
  { orgId }: InOrganisation,
  { body }: Input<Op['create']>,
) {
  checkSchemas(body.schemas)
  const row = await database.withTenant(orgId, (tx) =>
    insertEventType(tx, orgId, body.name, valuesOf(body), new Date(clock())),
  )
  archived.clear()
  if (row) return showEventType(row)
  throw fail('conflict', 'An event_type with this name already exists', {
    wire: 'event_type_exists',
  })
}

async function getEventType(
  { database }: Core,
  at: InOrganisation,
  { event_type_name }: Input<Op['get']>,
) {
  const row = await database.withTenant(at.orgId, (tx) =>
    findEventType(tx, at.orgId, event_type_name, sightOf(at)),
  )
  if (!row) throw unknownType()
  return showEventType(row)
}

async function replaceEventType(
  { database, clock, archived }: Core,
  { orgId }: InOrganisation,
  { event_type_name: name, body }: Input<Op['update']>,
): Promise<Output<Op['update']>> {
  const form = EventTypeName.safeParse(name)
  if (!form.success)
    throw invalid(['path', 'event_type_name'], form.error.issues[0]?.message ?? 'Invalid name')
  checkSchemas(body.schemas)
  const at = new Date(clock())
  const answer = await database.withTenant(orgId, async (tx) => {
    const row = await updateEventType(tx, orgId, name, valuesOf(body), at)
    if (row) return { status: 200, body: showEventType(row) } as const
    const created = await insertEventType(tx, orgId, name, valuesOf(body), at)
    if (!created) throw fail('conflict', 'A conflict has occurred')
    return { status: 201, body: showEventType(created) } as const
  })
  archived.clear()
  return answer
}

async function patchEventType(
  { database, clock, archived }: Core,
  { orgId }: InOrganisation,
  { event_type_name, body }: Input<Op['patch']>,
) {
  checkSchemas(body.schemas)
  const row = await database.withTenant(orgId, (tx) =>
    updateEventType(tx, orgId, event_type_name, changesOf(body), new Date(clock())),
  )
  archived.clear()
  if (!row) throw unknownType()
  return showEventType(row)
}

/** Without the fields that are absent: those stay as they are. */
function changesOf(body: EventTypePatch): Partial<EventTypeValues> {
  const { description, archived, schemas, deprecated, groupName } = body
  const flags = flagsOf(body)
  return {
    ...(description !== undefined && { description }),
    ...(archived !== undefined && { archived }),
    ...(schemas !== undefined && { schemas }),
    ...(deprecated !== undefined && { deprecated }),
    ...(groupName !== undefined && { group_name: groupName }),
    ...(flags !== undefined && { feature_flags: flags }),
  }
}

async function removeEventType(
  { database, clock, archived }: Core,
  { orgId }: InOrganisation,
  { event_type_name, query }: Input<Op['delete']>,
) {
  const found = await database.withTenant(orgId, async (tx) =>
    query.expunge
      ? deleteEventType(tx, orgId, event_type_name)
      : updateEventType(tx, orgId, event_type_name, { archived: true }, new Date(clock())),
  )
  archived.clear()
  if (!found) throw unknownType()
}

export const eventType = {
  list: inOrganisation(listEventTypes),
  create: inOrganisation(createEventType),
  get: inOrganisation(getEventType),
  update: inOrganisation(replaceEventType),
  patch: inOrganisation(patchEventType),
  delete: inOrganisation(removeEventType),
}
