import type { Operation } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { asFailure, fail } from '@countersign/kit/errors'
import type { Asked, Gate, RequestFacts } from '@countersign/kit/serve'
import { allows } from './api-key.rules.ts'
import { isApiKey } from './api-key.ts'
import { type ApplicationRow, findApplication } from './application.store.ts'
import type { Core } from './core.ts'
import type { CallKey } from './idempotency.store.ts'
import { integrationBearer, isIntegrationKey } from './integration-key.ts'
import { ensureOrganisation } from './organisation.store.ts'
import { refuseChange } from './read-only.ts'
import type { WebhooksDatabase, WebhooksTx } from './tables.ts'
import { isTokenEnded } from './token.store.ts'
import type { Bearer } from './token.ts'
import { hasEnded, tokenEndsOf } from './token-end.rules.ts'

/** A request whose token was verified; null where none is asked for. */
export type Known = { readonly bearer: Bearer | null; readonly url: string }

/** Proof that a caller may do this in this organisation, and the application of the path. */
export type InOrganisation = {
  readonly orgId: string
  readonly bearer: Bearer
  /** Absent when the path names none, or one that the operation may create. */
  readonly app: ApplicationRow | undefined
  /** The path ended with a slash, as clients before 1.22 have it. */
  readonly slash: boolean
  /** Where the engine is to make sure that the call has its effect once. */
  readonly key?: CallKey
  /** Set where all of the call is one transaction: to be used in place of the usual one. */
  readonly database?: WebhooksDatabase
}

/** Proof that a caller may do this in this application. */
export type InApplication = InOrganisation & { readonly app: ApplicationRow }

/** What a handler receives; null where anyone may call. */
export type Caller = InOrganisation | null

/** Operations that create their application when it is not there. */
const creating: readonly Operation[] = [contract.application.update, contract.message.create]

/** The gate of the webhook service: the token says who, the path says in which application. */
export function webhookGate(core: Core): Gate<Known, Caller> {
  const seen = new Set<string>()
  return {
    identify: async (request, operation) => {
      if (operation.access === 'anyone') return { bearer: null, url: request.url }
      const token = tokenOf(request)
      const bearer = await bearerOf(core, token).catch((error: unknown) => {
        throw asFailure(error).status === 401 ? core.guesses.wrong(request.ip, token) : error
      })
      if (!seen.has(bearer.orgId)) {
        await core.database.withTenant(bearer.orgId, (tx) => ensureOrganisation(tx, bearer.orgId))
        seen.add(bearer.orgId)
      }
      return { bearer, url: request.url }
    },
    permit: async ({ bearer, url }, operation, asked) => {
      if (bearer === null) return null
      const owner = bearer.appId === undefined ? 'organisation' : 'application'
      const { access } = operation
      if (access === (owner === 'organisation' ? 'portal' : 'organisation'))
        throw fail('forbidden', 'Insufficient access for the given operation.')
      if (access === 'portal' && bearer.integrationId !== undefined)
        throw fail('forbidden', 'The key of an integration ends by being rotated or deleted.')
      if (bearer.scope !== undefined && !allows(bearer.scope, operation))
        throw fail('forbidden', 'Insufficient access for the given operation.')
      const app = await applicationOf(core, bearer, operation, asked)
      const slash = url.split('?', 1)[0]?.endsWith('/') ?? false
      return { orgId: bearer.orgId, bearer, app, slash }
    },
  }
}

function bearerOf(core: Core, token: string): Promise<Bearer> {
  if (isIntegrationKey(token)) return integrationBearer(core, token)
  return isApiKey(token) ? core.keys.verify(token) : core.tokens.verify(token)
}

function tokenOf({ header }: RequestFacts): string {
  const [, token] = /^bearer +([^\s,]{1,4096})$/i.exec(header('authorization')?.trim() ?? '') ?? []
  if (token === undefined) throw fail('unauthorized', 'Incorrect authentication credentials.')
  return token
}

async function applicationOf(
  core: Core,
  bearer: Bearer,
  operation: Operation,
  { path }: Asked,
): Promise<ApplicationRow | undefined> {
  const { orgId, appId } = bearer
  const named = path.app_id
  const ref = appId ?? named
  if (ref === undefined) return undefined
  const load = () =>
    core.database.withTenant(orgId, async (tx) => {
      const app = await findApplication(tx, orgId, ref)
      if (app && appId !== undefined) {
        await refuseEnded(tx, app, bearer, core.clock())
        await refuseChange(core, tx, orgId, operation)
      }
      return app
    })
  // Messages are sent by the thousand a second; no other operation may be a moment behind.
  const app =
    operation === contract.message.create
      ? await core.applications.get(`${orgId} ${ref}`, load)
      : await load()
  const isIt = app && (named === undefined || named === app.id || named === app.uid)
  if (!isIt && !creating.includes(operation)) throw fail('not_found', 'Entity not found')
  return app
}

/** An application's tokens can end before their time; other keys do not. */
async function refuseEnded(tx: WebhooksTx, app: ApplicationRow, bearer: Bearer, now: number) {
  if (bearer.integrationId !== undefined) return
  if (
    hasEnded(tokenEndsOf(app.token_ends), bearer.issuedAt, now) ||
    (await isTokenEnded(tx, bearer.orgId, bearer.hash))
  )
    throw fail('unauthorized', 'Invalid token')
}

/** The caller of an operation that is not open to anyone. */
export function organisationOf(caller: Caller): InOrganisation {
  if (caller === null) throw new Error('The operation has no caller')
  return caller
}

/** The caller of an operation on an application that exists. */
export function applicationIn(caller: Caller): InApplication {
  const { app, ...rest } = organisationOf(caller)
  if (app === undefined) throw new Error('The operation has no application')
  return { ...rest, app }
}
