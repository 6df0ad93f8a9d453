import { ClientJwk } from '@countersign/contracts/transactions'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { type BareJwk, bareJwk } from './client-jwe.ts'

/**
 * A key to which personal data is encrypted for some of a company's machines. PENDING until its possession was
 * proved and a second person has agreed.
 */
export type ClientKey = {
  readonly id: string
  readonly name: string
  readonly jwk: BareJwk
  readonly thumbprint: string
  readonly clientIds: readonly string[]
  readonly state: 'PENDING' | 'ACTIVE'
  readonly addedBy: string
  readonly agreedBy: string | null
  readonly isProved: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** @returns false where the company has this key already */
export async function addClientKey(
  tx: TransactionsTx,
  company: string,
  key: Omit<ClientKey, 'state' | 'agreedBy' | 'isProved' | 'lastUsedAt'>,
  challengeHash: Buffer,
): Promise<boolean> {
  const added = await tx
    .insertInto('transactions.client_key')
    .values({
      vasp_did: company,
      id: key.id,
      name: key.name,
      jwk: JSON.stringify(key.jwk),
      thumbprint: key.thumbprint,
      client_ids: [...key.clientIds],
      challenge_hash: challengeHash,
      added_by: key.addedBy,
      created_at: key.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** The company's keys that were not removed, oldest first. */
export async function findClientKeys(tx: TransactionsTx, company: string): Promise<ClientKey[]> {
  const rows = await keys(tx, company).orderBy('created_at').orderBy('id').execute()
  return rows.map(keyOf)
}

/** One of them, held until the transaction ends, with the hash of the answer to its challenge. */
export async function takeClientKey(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<(ClientKey & { readonly challengeHash: Buffer }) | undefined> {
  const row = await keys(tx, company).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && { ...keyOf(row), challengeHash: row.challenge_hash }
}

/** The keys that may be used for a machine, now marked as used. */
export async function pickClientKeys(
  tx: TransactionsTx,
  company: string,
  clientId: string,
  at: Date,
): Promise<ClientKey[]> {
  const rows = await tx
    .updateTable('transactions.client_key')
    .set({ last_used_at: at })
    .where('vasp_did', '=', company)
    .where('state', '=', 'ACTIVE')
    .where(sql<boolean>`${clientId} = any(client_ids)`)
    .returningAll()
    .execute()
  return rows.map(keyOf).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What changes of a key that was taken. */
export const saveClientKey = (
  tx: TransactionsTx,
  company: string,
  id: string,
  change: {
    readonly proved_at?: Date
    readonly agreed_by?: string
    readonly state: ClientKey['state'] | 'GONE'
  },
): Promise<unknown> =>
  tx
    .updateTable('transactions.client_key')
    .set(change)
    .where('vasp_did', '=', company)
    .where('id', '=', id)
    .execute()

const keys = (tx: TransactionsTx, company: string) =>
  tx
    .selectFrom('transactions.client_key')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('state', '<>', 'GONE')

type Row = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number]
const keyOf = (row: Row): ClientKey => ({
  id: row.id,
  name: row.name,
  jwk: bareJwk(ClientJwk.parse(row.jwk)),
  thumbprint: row.thumbprint,
  clientIds: row.client_ids,
  state: row.state === 'ACTIVE' ? 'ACTIVE' : 'PENDING',
  addedBy: row.added_by,
  agreedBy: row.agreed_by,
  isProved: row.proved_at !== null,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
