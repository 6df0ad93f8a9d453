import type { Input, Output } from '@countersign/contracts'
import { Settings, type webhooks } from '@countersign/contracts/webhooks'
import { invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { refuseIssues, schemaIssues } from '../../schema/index.ts'
import { storeSettings } from '../../settings.store.ts'
import { settingsOf } from '../../settings.ts'
import { inOrganisation } from '../bind.ts'
import {
  findAllEventTypes,
  showEventType,
  upsertEventTypes,
  valuesOf,
} from '../event-type/index.ts'
import type { InOrganisation } from '../gate.ts'

type Op = typeof webhooks.environment

/** Settings are read with every change of an endpoint, and shown to every portal. */
const maxSettingsBytes = 128 * 1024

export const getSettings = (core: Core, { orgId }: InOrganisation) =>
  core.database.withTenant(orgId, (tx) => settingsOf(core, tx, orgId))

const exportEnvironment = (core: Core, { orgId }: InOrganisation): Promise<Output<Op['export']>> =>
  core.database.withTenant(orgId, async (tx) => ({
    createdAt: new Date(core.clock()).toISOString(),
    version: 1,
    eventTypes: (await findAllEventTypes(tx, orgId)).map((row) => showEventType(row)),
    settings: await settingsOf(core, tx, orgId),
    connectors: [],
    transformationTemplates: [],
  }))

async function importEnvironment(
  { database, clock, archived }: Core,
  { orgId }: InOrganisation,
  { body: { eventTypes, settings } }: Input<Op['import']>,
) {
  const given = eventTypes ?? []
  refuseIssues(
    given.flatMap(({ schemas }, i) => schemaIssues(schemas, ['body', 'eventTypes', i, 'schemas'])),
  )
  if (settings && Buffer.byteLength(JSON.stringify(settings)) > maxSettingsBytes)
    throw invalid(['body', 'settings'], `Settings can have at most ${maxSettingsBytes} bytes`)
  // Of a name given twice, the last one counts, as if they came one after the other.
  const byName = new Map(given.map((type) => [type.name, { name: type.name, ...valuesOf(type) }]))
  const at = new Date(clock())
  await database.withTenant(orgId, async (tx) => {
    await upsertEventTypes(tx, orgId, [...byName.values()], { at, keepFlags: false })
    if (settings) await storeSettings(tx, orgId, Settings.parse(settings), at)
  })
  archived.clear()
}

export const environment = {
  export: inOrganisation(exportEnvironment),
  import: inOrganisation(importEnvironment),
  getSettings: inOrganisation(getSettings),
}
