import type { MachineRole, RoleGrant } from '@countersign/contracts'
import { bearerChallenge, fail } from '@countersign/kit/errors'
import type { RequestFacts } from '@countersign/kit/serve'
import type { TokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'
import type { Companies } from '../companies.ts'
import { withoutDisabled } from '../company-suspension.ts'
import type { Viewer } from '../gate.ts'
import { hashOf } from '../secret.ts'
import type { IdentityDatabase } from '../tables.ts'
import { enterToken, findDelegationsTo, touchCredential } from './machine.store.ts'

/** What knowing a machine by its token needs. */
export type MachineDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly tokenAttemptLimiter: TokenAttemptLimiter
  readonly companies: Companies
}

/** The bearer token of a request; undefined without one. */
export function bearerOf({ header }: Pick<RequestFacts, 'header'>): string | undefined {
  return /^bearer\b *(.*)$/i.exec(header('authorization') ?? '')?.[1]
}

/** The name of a machine in audit rows and answers. */
export const machineDid = (clientId: string): string => `client:${clientId}`

export const machineRole = (limited: boolean): MachineRole =>
  limited ? 'limited_client' : 'client'

/** Not more often than once in this while, so that a busy client is not a write for each call. */
const touchMs = 60_000

/**
 * The machine whose token this is, with the rights of this moment: in its own company, and in those
 * of its group that delegated to it.
 * @throws 401, or 429 after too many wrong tokens
 */
export async function machineOf(
  { database, clock, tokenAttemptLimiter, companies }: MachineDeps,
  token: string,
  ip: string,
): Promise<Viewer> {
  tokenAttemptLimiter.check(ip, token)
  const now = new Date(clock())
  const found = await database.withNobody(async (tx) => {
    const client = await enterToken(tx, hashOf(token), now)
    if (!client) return undefined
    if (!client.last_used_at || now.getTime() - client.last_used_at.getTime() >= touchMs)
      await touchCredential(tx, client.id, now)
    const delegations = await findDelegationsTo(tx, client.id)
    // Who left the group since is not acted for, though the delegation still stands.
    const dids = delegations.map(({ vasp_did }) => vasp_did)
    const group = dids.length > 0 ? await companies.membersAmong(tx, dids, client.vasp_did) : dids
    return withoutDisabled(
      tx,
      companies,
      asViewer({
        ...client,
        delegations: delegations.filter((one) => group.includes(one.vasp_did)),
      }),
    )
  })
  if (!found) {
    const refusal = tokenAttemptLimiter.wrong(ip, token)
    throw refusal.status === 401 ? fail('unauthorized', unknownToken, { challenge }) : refusal
  }
  tokenAttemptLimiter.right(ip, token)
  return found
}

/** A client with its rights: in its own company, then in those that it acts for. */
function asViewer({
  id,
  vasp_did: own,
  limited,
  delegations,
}: {
  readonly id: string
  readonly vasp_did: string
  readonly limited: boolean
  readonly delegations: readonly { readonly vasp_did: string; readonly limited: boolean }[]
}): Viewer {
  const grants: RoleGrant[] = [
    { vaspDID: own, role: machineRole(limited) },
    ...delegations.map((one) => ({
      vaspDID: one.vasp_did,
      role: machineRole(limited || one.limited),
    })),
  ]
  return { userId: null, clientId: id, did: machineDid(id), email: null, name: null, grants }
}

const challenge = bearerChallenge({ error: 'invalid_token' })
const unknownToken = 'The access token isn’t valid. Request a new one at /api/oauth/token'
