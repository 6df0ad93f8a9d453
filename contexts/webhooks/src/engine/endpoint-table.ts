import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import type { Vault } from '@countersign/kit/vault'
import { openAuthorization } from '../endpoint-login.ts'
import {
  type EndpointVariables,
  openHeaders,
  openSecret,
  openVariables,
} from '../endpoint-secret.ts'
import { type ApplicationRow, type EndpointRow, loadApplications } from './endpoint-table.store.ts'
import type { Route } from './routing.rules.ts'
import { type SigningKey, signingKey } from './signature.ts'

/** An endpoint as delivery uses it: parsed, its secrets open. */
export type Endpoint = Route & {
  readonly id: string
  /** Without user and password. */
  readonly url: string
  /** The `authorization` header that user and password of the URL make. */
  readonly authorization: string | null
  /** A transformation may not send elsewhere than to https. */
  readonly httpsOnly: boolean
  /** The payload is erased once all endpoints have taken the message. */
  readonly wipes: boolean
  /** Its own, or its application's. */
  readonly rate: number | null
  readonly keys: readonly SigningKey[]
  /** Name, value, name, value… */
  readonly headers: readonly string[]
  readonly failingSince: number | null
  /** Code to run on each message before it is signed. */
  readonly transformation: string | null
  readonly variables: EndpointVariables
  /** Messages with one ordering key reach it one at a time, in the order accepted. */
  readonly ordered: boolean
}

/** An application with its endpoints at one moment; `routes` names the moment. */
export type Application = {
  readonly orgId: string
  readonly routes: number
  readonly endpoints: ReadonlyMap<string, Endpoint>
}

/** Endpoints in memory, so that no message costs a query for its routing. */
export type EndpointTable = {
  /** What is known, possibly a moment old; undefined when it never was asked for. */
  known(appId: string): Application | null | undefined
  /** What is true as far as we were told, null when there is none. Reads it when needed. */
  fresh(appId: string): Promise<Application | null>
  /** Something changed; without an id, anything may have. */
  invalidate(appId?: string): void
}

/** Above this many applications the longest known are forgotten. */
const maxApplications = 20_000

/** `current` is absent when the application must be read again. */
type Entry = {
  application: Application | null | undefined
  current: Promise<Application | null> | undefined
}
type Reading = { readonly ids: Set<string>; readonly rows: Promise<Map<string, ApplicationRow>> }

/** Builds an empty table; applications are read when first asked for, many at once. */
export function endpointTable(deps: {
  readonly connection: PinnedConnection
  readonly vault: Vault
  readonly log: { error(facts: object): void }
}): EndpointTable {
  const entries = new Map<string, Entry>()
  let next: Reading | undefined

  const readSoon = (): Reading => {
    const ids = new Set<string>()
    const rows = Promise.resolve()
      .then(() => {
        next = undefined
        return loadApplications(deps.connection, [...ids])
      })
      .then((found) => new Map(found.map((row) => [row.id, row])))
    return { ids, rows }
  }

  const read = async (appId: string, entry: Entry): Promise<Application | null> => {
    next ??= readSoon()
    next.ids.add(appId)
    try {
      const row = (await next.rows).get(appId)
      entry.application = row ? parse(row, deps) : null
      return entry.application
    } catch (error) {
      entry.current = undefined
      throw error
    }
  }

  const entryOf = (appId: string): Entry => {
    const known = entries.get(appId)
    if (known) return known
    for (const oldest of entries.keys()) {
      if (entries.size < maxApplications) break
      entries.delete(oldest)
    }
    const entry: Entry = { application: undefined, current: undefined }
    entries.set(appId, entry)
    return entry
  }

  return {
    known: (appId) => entries.get(appId)?.application,
    fresh(appId) {
      const entry = entryOf(appId)
      entry.current ??= read(appId, entry)
      return entry.current
    },
    invalidate(appId) {
      for (const entry of appId === undefined ? entries.values() : [entries.get(appId)])
        if (entry) entry.current = undefined
    },
  }
}

type Opening = { readonly vault: Vault; readonly log: { error(facts: object): void } }

function parse(row: ApplicationRow, deps: Opening): Application {
  const endpoints = row.endpoints.map((endpoint) => parseEndpoint(endpoint, row, deps))
  return {
    orgId: row.org_id,
    routes: row.routes,
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
  }
}

function parseEndpoint(row: EndpointRow, app: ApplicationRow, deps: Opening): Endpoint {
  return {
    id: row.id,
    url: row.url,
    httpsOnly: app.https_only,
    wipes: app.wipes,
    rate: row.rate_limit ?? app.rate_limit,
    disabled: row.disabled,
    filterTypes: row.filter_types && new Set(row.filter_types),
    channels: row.channels && new Set(row.channels),
    failingSince: row.failing_since === null ? null : Date.parse(row.failing_since),
    transformation: app.transforms ? row.transformation : null,
    ordered: row.ordered,
    ...openSecrets(row, deps),
  }
}

/** Secrets that do not open leave no key: sending then fails visibly, endpoint by endpoint. */
function openSecrets(
  row: EndpointRow,
  { vault, log }: Opening,
): Pick<Endpoint, 'keys' | 'headers' | 'authorization' | 'variables'> {
  try {
    const keys = row.signing_keys.map(({ sealed, expiresAt }) =>
      signingKey(openSecret(vault, row.id, sealed), expiresAt ? Date.parse(expiresAt) : Infinity),
    )
    const headers = Object.entries(openHeaders(vault, row.id, row.headers)).flat()
    const authorization = openAuthorization(vault, row.id, row.login)
    return { keys, headers, authorization, variables: openVariables(vault, row.id, row.variables) }
  } catch (error) {
    log.error({ event: 'endpoint_secret', endpointId: row.id, err: error })
    return { keys: [], headers: [], authorization: null, variables: {} }
  }
}
