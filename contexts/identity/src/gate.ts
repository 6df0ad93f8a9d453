import { holds, type RoleGrant } from '@countersign/contracts'
import { fail, invalid } from '@countersign/kit/errors'
import type { Asked, Gate, RequestFacts } from '@countersign/kit/serve'
import { readCookie } from './cookie.rules.ts'
import { forgery } from './origin.rules.ts'
import { hashOf } from './secret.ts'
import { isBackground, isLive, isStale, type SessionLimits } from './session.rules.ts'
import { enterSession, touchSession } from './session.store.ts'
import { type Sites, siteOf } from './site.rules.ts'
import type { IdentityDatabase } from './tables.ts'
import { findUser } from './user.store.ts'

/** Who calls. Signed out, the user id is null, the DID `noUser`, and there are no grants. */
export type Viewer = {
  readonly userId: string | null
  readonly did: string
  readonly email: string | null
  readonly name: string | null
  readonly grants: readonly RoleGrant[]
}

/** A request whose sender is known; what they may do is not yet. */
export type Known = { readonly viewer: Viewer; readonly request: RequestFacts }

/** What a handler of the product receives: proof that this viewer may do this in this company. */
export type Caller = {
  readonly viewer: Viewer
  /** The company that the permission was checked in, where the operation names one. */
  readonly company?: string
  readonly requestId: string
  readonly request: RequestFacts
}

/** What the gate needs. */
export type GateDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly sites: Sites
  readonly limits: SessionLimits
}

const nobody: Viewer = { userId: null, did: 'noUser', email: null, name: null, grants: [] }

/**
 * The gate of the product's API. Session, roles and limits are read from the database on each request,
 * so that a right that was taken away is gone at once.
 */
export function productGate(deps: GateDeps): Gate<Known, Caller> {
  return {
    identify: async (request, operation) => {
      const forged = forgery(request, operation, deps.sites)
      if (forged) throw fail('forbidden', forged)
      const viewer = await viewerOf(deps, request)
      if (operation.access !== 'anyone' && viewer.userId === null)
        throw fail('unauthorized', 'Sign in to continue')
      return { viewer, request }
    },
    permit: ({ viewer, request }, { access }, asked) => {
      const caller = { viewer, request, requestId: request.requestId }
      if (access === 'anyone' || access === 'viewer') return caller
      if (typeof access === 'string')
        throw new Error(`Not an access rule of the product: ${access}`)
      const { permission, company: field } = access
      if (field === undefined) {
        if (holds(viewer.grants, permission)) return caller
        throw fail('forbidden', `You need the permission ${permission}`)
      }
      const company = companyIn(asked, field)
      // One text for all companies: whether one exists cannot be told from it.
      if (!holds(viewer.grants, permission, company))
        throw fail('forbidden', `You need the permission ${permission} in this company`)
      return { ...caller, company }
    },
  }
}

async function viewerOf(
  { database, clock, sites, limits }: GateDeps,
  { header }: RequestFacts,
): Promise<Viewer> {
  const secret = readCookie(header('cookie'), 'countersign', siteOf(sites, header('host')))
  if (!secret) return nobody
  const now = clock()
  return database.withNobody(async (tx) => {
    const session = await enterSession(tx, hashOf(secret))
    if (!session || !isLive(session, now, limits)) return nobody
    if (!isBackground(header) && isStale(session, now, limits))
      await touchSession(tx, hashOf(secret), new Date(now))
    return (await findUser(tx, session.userId)) ?? nobody
  })
}

/** The company that a request names, wherever the operation has the field. */
function companyIn({ path, query, body }: Asked, field: string): string {
  const found = [path, query, body]
    .map((part) => read(part, field))
    .find((value) => value !== undefined)
  if (typeof found !== 'string') throw invalid([field], 'Expected the DID of a company')
  return found
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
