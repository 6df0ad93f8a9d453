import type { ProofRequest } from '@countersign/contracts/transactions'
import { ProofResult, ProofType } from '@countersign/contracts/transactions'
import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A request to prove a wallet, as it is stored. */
export type NewRequest = {
  readonly id: string
  readonly tokenHash: Buffer
  readonly customerKey: string
  readonly key: Buffer
  readonly hintKey: Buffer
  readonly network: string
  readonly sealed: string
  readonly by: string
  readonly at: Date
  readonly until: Date
}

export const addRequest = (
  tx: TransactionsTx,
  company: string,
  { tokenHash, customerKey, key, hintKey, sealed, by, at, ...one }: NewRequest,
): Promise<unknown> =>
  tx
    .insertInto('transactions.proof_request')
    .values({
      ...one,
      vasp_did: company,
      token_hash: tokenHash,
      customer_key: customerKey,
      address_key: key,
      hint_key: hintKey,
      sealed: Buffer.from(sealed),
      by_did: by,
      created_at: at,
    })
    .execute()

const openRequests = (tx: TransactionsTx, company: string, at: Date) =>
  tx
    .selectFrom('transactions.proof_request')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('proof_id', 'is', null)
    .where('until', '>', at)
    .forUpdate()

/** The open request of a link's secret, held until the transaction ends. */
export const takeRequest = (tx: TransactionsTx, company: string, tokenHash: Buffer, at: Date) =>
  openRequests(tx, company, at).where('token_hash', '=', tokenHash).executeTakeFirst()

/** An open request by its id, held until the transaction ends. */
export const takeOpen = (tx: TransactionsTx, company: string, id: string, at: Date) =>
  openRequests(tx, company, at).where('id', '=', id).executeTakeFirst()

/** Keeps what a request asks for, as it has changed. */
export const keepQuestion = (
  tx: TransactionsTx,
  company: string,
  id: string,
  sealed: string,
): Promise<unknown> =>
  tx
    .updateTable('transactions.proof_request')
    .set({ sealed: Buffer.from(sealed) })
    .where('vasp_did', '=', company)
    .where('id', '=', id)
    .execute()

/** A request with what it asks for, sealed, and what came of it. */
export type FoundRequest = Pick<ProofRequest, 'id' | 'network' | 'createdAt' | 'proof'> & {
  readonly until: Date
  readonly sealed: string
}

/** The requests to a customer, the newest first. */
export async function findRequests(
  tx: TransactionsTx,
  company: string,
  customerKey: string,
  limit: number,
): Promise<FoundRequest[]> {
  const rows = await tx
    .selectFrom('transactions.proof_request as r')
    .leftJoin('transactions.proof as p', (join) =>
      join.onRef('p.vasp_did', '=', 'r.vasp_did').onRef('p.id', '=', 'r.proof_id'),
    )
    .select(['r.id', 'r.network', 'r.created_at', 'r.until', 'r.sealed', 'p.type', 'p.result'])
    .select(['p.at', 'p.until as holds_until'])
    .where('r.vasp_did', '=', company)
    .where('r.customer_key', '=', customerKey)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(
    ({ id, network, created_at, until, sealed, type, result, at: given, ...row }) => ({
      id,
      network,
      createdAt: created_at.toISOString(),
      until,
      sealed: sealed.toString(),
      proof: given && {
        type: ProofType.parse(type),
        result: ProofResult.parse(result),
        at: given.toISOString(),
        until: row.holds_until?.toISOString() ?? null,
      },
    }),
  )
}

/** What came of a request, sealed, with the customer whose proof it is. */
export const findGiven = (tx: TransactionsTx, company: string, id: string) =>
  tx
    .selectFrom('transactions.proof_request as r')
    .innerJoin('transactions.proof as p', (join) =>
      join.onRef('p.vasp_did', '=', 'r.vasp_did').onRef('p.id', '=', 'r.proof_id'),
    )
    .innerJoin('transactions.customer as c', (join) =>
      join.onRef('c.vasp_did', '=', 'r.vasp_did').onRef('c.customer_key', '=', 'r.customer_key'),
    )
    .select(['p.id', 'p.type', 'p.sealed', 'c.customer_key as key', 'c.version'])
    .where('r.vasp_did', '=', company)
    .where('r.id', '=', id)
    .executeTakeFirst()

/** Keeps a proof, and ends its request. */
export async function addProof(
  tx: TransactionsTx,
  company: string,
  request: { readonly id: string; readonly customer_key: string; readonly address_key: Buffer },
  proof: {
    readonly id: string
    readonly type: string
    readonly sealed: string
    readonly result: ProofResult
    readonly at: Date
    readonly until: Date | null
  },
): Promise<void> {
  await tx
    .insertInto('transactions.proof')
    .values({
      vasp_did: company,
      id: proof.id,
      address_key: request.address_key,
      customer_key: request.customer_key,
      type: proof.type,
      sealed: Buffer.from(proof.sealed),
      result: proof.result,
      method: proof.type,
      at: proof.at,
      until: proof.until,
    })
    .execute()
  await tx
    .updateTable('transactions.proof_request')
    .set({ proof_id: proof.id })
    .where('vasp_did', '=', company)
    .where('id', '=', request.id)
    .execute()
}

/** Books a wallet that was proved as the customer's own. It is nobody's else, and confirms nothing. */
export const bookWallet = (
  tx: TransactionsTx,
  company: string,
  row: {
    readonly customer_key: string
    readonly address_key: Buffer
    readonly hint_key: Buffer
    readonly network: string
  },
  at: Date,
): Promise<unknown> =>
  tx
    .insertInto('transactions.address')
    .values({
      vasp_did: company,
      key: row.address_key,
      hint_key: row.hint_key,
      source_type: 'INTERNAL',
      type: 'UNHOSTED',
      network: row.network,
      customer_key: row.customer_key,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether a verified proof of a wallet holds. */
export async function hasProof(
  tx: TransactionsTx,
  company: string,
  addressKey: Buffer,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from transactions.proof where vasp_did = ${company} and address_key = ${addressKey}
      and result = 'VERIFIED' and until > ${at}) as holds`.execute(tx)
  return rows[0]?.holds ?? false
}

/** Where a request's or a proof's sealed text belongs: sealed elsewhere, it does not open. */
export const proofPlace = (company: string, id: string): string =>
  `transactions proof ${company} ${id}`

/** Seals proofs and open requests under the server's current main secret. @returns how many */
export async function resealProofs(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<number> {
  let changed = 0
  for (const table of ['transactions.proof', 'transactions.proof_request'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'sealed'])
      .where('vasp_did', '=', company)
      .execute()
    for (const { id, sealed } of rows) {
      const text = sealed.toString()
      if (vault.isCurrent(text)) continue
      const place = proofPlace(company, id)
      await tx
        .updateTable(table)
        .set({ sealed: Buffer.from(vault.seal(vault.open(text, place), place)) })
        .where('vasp_did', '=', company)
        .where('id', '=', id)
        .execute()
      changed++
    }
  }
  return changed
}
