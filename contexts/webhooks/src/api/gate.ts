import type { Input, Operation } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { asFailure, fail } from '@countersign/kit/errors'
import type { Asked, Gate, RequestFacts } from '@countersign/kit/serve'
import { type ApplicationRow, findApplication } from '../application.store.ts'
import type { Core } from '../core.ts'
import type { CallKey } from '../idempotency/index.ts'
import { ensureOrganisation } from '../organisation.store.ts'
import type { WebhooksDatabase } from '../tables.ts'
import type { Bearer } from '../token/index.ts'
import {
  integrationBearer,
  isApiKey,
  isEnded,
  isIntegrationKey,
  refuseBySettings,
  refuseByToken,
} from '../token/index.ts'

/** A request whose token was verified; null where none is asked for. */
export type Known = {
  readonly bearer: Bearer | null
  readonly url: string
  readonly requestId: string
}

/** Proof that a caller may do this in this organisation, and the application of the path. */
export type InOrganisation = {
  readonly orgId: string
  readonly bearer: Bearer
  /** Absent when the path names none, or one that the operation may create. */
  readonly app: ApplicationRow | undefined
  /** The path ended with a slash, as clients before 1.22 have it. */
  readonly slash: boolean
  readonly requestId: string
  /** Where the engine is to make sure that the call has its effect once. */
  readonly key?: CallKey
  /** Set where all of the call is one transaction: to be used in place of the usual one. */
  readonly database?: WebhooksDatabase
}

/** Proof that a caller may do this in this application. */
export type InApplication = InOrganisation & { readonly app: ApplicationRow }

/** What a handler in an application needs of a request: which application it is, the gate has settled. */
export type InputHere<O extends Operation> = Omit<Input<O>, 'app_id'>

/** What a handler receives; null where anyone may call. */
export type Caller = InOrganisation | null

/** Operations that create their application when it is not there. */
const creating: readonly Operation[] = [
  contract.application.update,
  contract.message.create,
  contract.authentication.appPortalAccess,
]

/** The gate of the webhook service: the token says who, the path says in which application. */
export function webhookGate(core: Core): Gate<Known, Caller> {
  const seen = new Set<string>()
  return {
    identify: async (request, operation) => {
      if (operation.access === 'anyone') return { ...request, bearer: null }
      const token = tokenOf(request)
      if (/^wh(sec|sk|pk)_/.test(token))
        throw fail(
          'unauthorized',
          'This is the signing secret of an endpoint, which verifies messages. Send an API token.',
        )
      core.tokenAttemptLimiter.check(request.ip, token)
      const bearer = await bearerOf(core, token).catch((error: unknown) => {
        throw asFailure(error).status === 401
          ? core.tokenAttemptLimiter.wrong(request.ip, token)
          : error
      })
      core.tokenAttemptLimiter.right(request.ip, token)
      if (!seen.has(bearer.orgId)) {
        await core.database.withTenant(bearer.orgId, (tx) => ensureOrganisation(tx, bearer.orgId))
        seen.add(bearer.orgId)
      }
      // Here, so that whoever may not call hears nothing about their body.
      refuseByToken(bearer, operation)
      return { ...request, bearer }
    },
    permit: async ({ bearer, url, requestId }, operation, asked) => {
      if (bearer === null) return null
      const app = await applicationOf(core, bearer, operation, asked)
      const slash = url.split('?', 1)[0]?.endsWith('/') ?? false
      return { orgId: bearer.orgId, bearer, app, slash, requestId }
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
        if (await isEnded(tx, app, bearer, core.clock()))
          throw fail('unauthorized', 'Invalid token')
        await refuseBySettings(core, tx, bearer, operation)
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
