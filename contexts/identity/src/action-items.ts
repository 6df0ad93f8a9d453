import type { OpenItem } from '@countersign/contracts/trust'
import { findCredentials } from './credential/index.ts'
import { findJoinRequests } from './request/index.ts'
import type { IdentityDatabase } from './tables.ts'

/** A secret that is older should be rotated. */
const oldAfterMs = 180 * 86_400_000

/** What waits in a company because of its people and credentials. */
export const peopleItems = {
  joinRequests: async (database: IdentityDatabase, did: string): Promise<OpenItem[]> => {
    const requests = await database.withTenant(did, (tx) => findJoinRequests(tx, did))
    return requests.map(({ id, name, created_at }) => ({
      id: `USER_JOIN_REQUEST:${id}`,
      type: 'USER_JOIN_REQUEST',
      severity: 'medium',
      title: `${name} asks to join`,
      detail: null,
      dueAt: null,
      createdAt: created_at.toISOString(),
      entityRef: { type: 'joinRequest', id },
      requiredPermission: 'auth.addUserToVASP',
    }))
  },
  oldCredentials: async (
    database: IdentityDatabase,
    did: string,
    at: Date,
  ): Promise<OpenItem[]> => {
    const credentials = await database.withTenant(did, (tx) => findCredentials(tx, did))
    return credentials.flatMap(({ id, rotated_at, created_at }) => {
      const since = rotated_at ?? created_at
      if (at.getTime() - since.getTime() < oldAfterMs) return []
      return [
        {
          id: `API_KEY_OLD:${id}:${since.toISOString()}`,
          type: 'API_KEY_OLD' as const,
          severity: 'low' as const,
          title: 'Rotate an API credential',
          detail: `${id} has had the same secret for over six months`,
          dueAt: null,
          createdAt: new Date(since.getTime() + oldAfterMs).toISOString(),
          entityRef: { type: 'apiCredential' as const, id },
          requiredPermission: 'auth.manageAPIcredentials' as const,
        },
      ]
    })
  },
}
