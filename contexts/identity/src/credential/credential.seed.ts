import { audit, system } from '@countersign/kit/audit'
import { id } from '@countersign/kit/ids'
import { hashOf, newSecret } from '../secret.ts'
import type { IdentityDatabase } from '../tables.ts'
import { addCredential, findCredentials, lockCredentials } from './credential.store.ts'
import { touchCredential } from './machine.store.ts'

/** A machine client to have from the start. Nobody knows its secret; a rotation gives one. */
export type SeedCredential = {
  readonly vaspDID: string
  readonly name: string
  readonly limited: boolean
  readonly createdAt: Date
  readonly lastUsedAt?: Date
}

/** Makes the machine clients of companies that have none. Safe to run again. */
export async function ensureCredentials(
  database: IdentityDatabase,
  credentials: readonly SeedCredential[],
): Promise<void> {
  for (const [did, wanted] of Map.groupBy(credentials, ({ vaspDID }) => vaspDID))
    await database.withTenant(did, async (tx) => {
      await lockCredentials(tx, did)
      if ((await findCredentials(tx, did)).length > 0) return
      for (const { name, limited, createdAt: at, lastUsedAt } of wanted) {
        const clientId = id('client', at.getTime())
        const secretHash = hashOf(newSecret())
        await addCredential(tx, {
          did,
          id: clientId,
          name,
          secretHash,
          limited,
          by: system.did,
          at,
        })
        if (lastUsedAt) await touchCredential(tx, clientId, lastUsedAt)
        await audit(tx, system, at, {
          company: did,
          action: 'credential.create',
          object: clientId,
          detail: { limited, name },
        })
      }
    })
}
