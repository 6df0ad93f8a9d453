import { type Input, type Output, rawJson } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { fail, invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { findEventType } from '../../event-type.store.ts'
import {
  exampleOf,
  isObject,
  type JsonObject,
  refuseIssues,
  schemaIssues,
} from '../../schema/index.ts'
import { inApplication, inOrganisation } from '../bind.ts'
import { endpointIn } from '../endpoint-access.ts'
import type { InApplication, InOrganisation } from '../gate.ts'
import { sightOf } from './event-type.operations.ts'

type Op = typeof webhooks

const noExample = () =>
  fail('bad_request', 'Unable to generate example message from event-type schema', {
    wire: 'invalid_scheme',
  })

/** An example that can be sent. @throws 400 when the schema gives none, or none that is an object */
function exampleObject(schema: JsonObject): Record<string, unknown> {
  const made = exampleOf(schema)
  if (!('example' in made) || !isObject(made.example)) throw noExample()
  return made.example
}

export function generateExample(
  _core: Core,
  _at: InOrganisation,
  { body: { schema } }: Input<Op['eventType']['generateExample']>,
) {
  refuseIssues(schemaIssues({ schema }, ['body']))
  return { example: exampleObject(schema) }
}

/** The built-in event type that says nothing but that it arrived. */
const ping = 'svix.ping'

/** What to send as an example of an event type. @throws 404, 422 when it is archived, 400 */
async function payloadOf(
  { database }: Core,
  at: InApplication,
  name: string,
  index: number,
): Promise<string> {
  const type = await database.withTenant(at.orgId, (tx) =>
    findEventType(tx, at.orgId, name, sightOf(at)),
  )
  if (!type) throw fail('not_found', 'Entity not found')
  if (type.archived) throw invalid(['body', 'eventType'], 'The event type is archived')
  const schemas = isObject(type.schemas) ? type.schemas : {}
  const schema = schemas['1'] ?? Object.values(schemas).at(-1)
  if (!isObject(schema)) throw noExample()
  if (index === 0) return JSON.stringify(exampleObject(schema))
  const example = Array.isArray(schema.examples) ? schema.examples[index] : undefined
  if (!isObject(example)) throw invalid(['body', 'exampleIndex'], 'The schema has no such example')
  return JSON.stringify(example)
}

/** Sends an example to one endpoint, whatever its filters, with the usual retries. */
export async function sendExample(
  core: Core,
  at: InApplication,
  { endpoint_id, body: { eventType, exampleIndex } }: Input<Op['endpoint']['sendExample']>,
): Promise<Output<Op['endpoint']['sendExample']>> {
  core.quotas.take('examples', at.app.id)
  const endpoint = await core.database.withTenant(at.orgId, (tx) => endpointIn(tx, at, endpoint_id))
  const payload =
    eventType === ping ? '{"success":true}' : await payloadOf(core, at, eventType, exampleIndex)
  const { id, createdAt } = await core.engine.accept({
    orgId: at.orgId,
    appId: at.app.id,
    eventType,
    eventId: null,
    channels: null,
    payload,
    retentionDays: 90,
    only: endpoint.id,
  })
  const answer = { id, eventId: null, eventType, channels: null }
  return { ...answer, payload: rawJson('{}'), timestamp: createdAt.toISOString() }
}

export const endpointExample = { sendExample: inApplication(sendExample) }

export const eventTypeExample = {
  generateExample: inOrganisation(generateExample),
}
