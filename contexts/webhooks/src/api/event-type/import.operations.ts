import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { readSpec, type Spec } from '../../openapi-import/index.ts'
import { inOrganisation } from '../bind.ts'
import type { InOrganisation } from '../gate.ts'
import { archiveOthers, upsertEventTypes } from './import.store.ts'

type Op = typeof webhooks.eventType
type Body = Input<Op['importOpenapi']>['body']

/** Creates or replaces the event types that a document describes, unarchiving them. */
export async function importOpenapi(
  { database, clock, archived, specMs }: Core,
  { orgId }: InOrganisation,
  { body }: Input<Op['importOpenapi']>,
) {
  const [field, spec] = specOf(body)
  const answer = await readSpec(orgId, spec, specMs)
  if ('problem' in answer) throw invalid(['body', field], answer.problem)
  const types = answer.types.map(({ name, description, deprecated, schema }) => ({
    name,
    description,
    deprecated,
    archived: false,
    feature_flags: null,
    group_name: null,
    schemas: schema && { '1': schema },
  }))
  if (body.dryRun) {
    const would = types.map(({ name, description, deprecated, schemas }) => ({
      name,
      description,
      deprecated,
      schemas,
      groupName: null,
      featureFlags: null,
    }))
    return { data: { modified: [], to_modify: would } }
  }
  const names = types.map(({ name }) => name)
  const at = new Date(clock())
  await database.withTenant(orgId, async (tx) => {
    await upsertEventTypes(tx, orgId, types, { at, keepFlags: true })
    if (body.replaceAll) await archiveOthers(tx, orgId, names, at)
  })
  archived.clear()
  return { data: { modified: names } }
}

function specOf({ spec, specRaw }: Body): [field: string, spec: Spec] {
  const hasSpec = spec !== null && spec !== undefined
  if (typeof specRaw === 'string' && !hasSpec) return ['specRaw', { text: specRaw }]
  if (hasSpec && typeof specRaw !== 'string') return ['spec', { spec }]
  throw fail('bad_request', 'Exactly one of spec and specRaw must be given.')
}

export const eventTypeImport = {
  importOpenapi: inOrganisation(importOpenapi),
}
