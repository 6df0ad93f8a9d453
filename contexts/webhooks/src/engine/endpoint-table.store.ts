import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'
import { textArray } from '@countersign/kit/pinned-connection'
import type { StoredKey } from '../endpoint-secret.ts'

/** An application with its live endpoints, as stored. */
export type ApplicationRow = {
  readonly id: string
  readonly org_id: string
  readonly rate_limit: number | null
  readonly routes: number
  /** False where the organisation's settings say that transformations do not run. */
  readonly transforms: boolean
  /** The organisation's settings ask for TLS. */
  readonly https_only: boolean
  /** They ask that payloads are erased once they were taken. */
  readonly wipes: boolean
  readonly endpoints: readonly EndpointRow[]
}

/** What delivery needs of an endpoint. */
export type EndpointRow = {
  readonly id: string
  readonly url: string
  readonly login: string | null
  readonly rate_limit: number | null
  readonly filter_types: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly disabled: boolean
  readonly signing_keys: readonly StoredKey[]
  readonly headers: string | null
  readonly failing_since: string | null
  /** Null unless it is to be run. */
  readonly transformation: string | null
  readonly variables: string | null
  readonly ordered: boolean
}

// One statement, hence one snapshot: the routes number belongs to exactly these endpoints.
const load: Statement = {
  name: 'endpoint-table-load',
  text: `select a.id, a.org_id, a.rate_limit, a.routes, coalesce((
      select (s.settings ->> 'enableTransformations')::boolean
      from webhooks.environment_settings s where s.org_id = a.org_id), true) as transforms, coalesce((
      select coalesce((s.settings ->> 'enforceHttps')::boolean, true)
      from webhooks.environment_settings s where s.org_id = a.org_id), false) as https_only, coalesce((
      select (s.settings ->> 'wipeSuccessfulPayload')::boolean
      from webhooks.environment_settings s where s.org_id = a.org_id), false) as wipes, coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'url', e.url, 'login', e.login,
        'rate_limit', e.rate_limit,
        'filter_types', e.filter_types, 'channels', e.channels, 'disabled', e.disabled,
        'signing_keys', e.signing_keys, 'headers', e.headers, 'failing_since', e.failing_since,
        'transformation', case when e.transformation_enabled then e.transformation end,
        'variables', e.transformation_variables,
        'ordered', e.ordered)
        order by e.id)
      from webhooks.endpoint e where e.app_id = a.id and e.deleted_at is null), '[]') as endpoints
    from webhooks.application a where a.id = any ($1::text[]) and a.deleted_at is null`,
}

/** The live applications among these, with their endpoints. */
export const loadApplications = (
  connection: PinnedConnection,
  ids: readonly string[],
): Promise<ApplicationRow[]> => connection.query<ApplicationRow>(load, [textArray(ids)])
