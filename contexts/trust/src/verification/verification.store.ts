import { Verification, type VerificationEntry } from '@countersign/contracts/trust'
import { listedVasp, vaspColumns } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'

/** The states in which a company waits for the network. */
const waiting = ['SUBMITTED', 'PENDING_REVIEW']

/** The moves of a company's verification, newest first. */
export async function findMoves(tx: TrustTx, did: string): Promise<Verification['history']> {
  const rows = await tx
    .selectFrom('trust.verification_move')
    .selectAll()
    .where('vasp_did', '=', did)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return Verification.shape.history.parse(
    rows.map((row) => ({
      id: row.id,
      action: row.action,
      from: row.from_status,
      to: row.to_status,
      note: row.note,
      evidence: row.evidence,
      checks: row.checks,
      by: row.made_by,
      at: row.at.toISOString(),
    })),
  )
}

/** Stores a move and the state that it leads to. */
export async function saveMove(
  tx: TrustTx,
  did: string,
  move: Omit<VerificationEntry, 'at'>,
  verifiedUntil: Date | null,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('trust.verification_move')
    .values({
      vasp_did: did,
      id: move.id,
      action: move.action,
      from_status: move.from,
      to_status: move.to,
      note: move.note,
      evidence: [...move.evidence],
      checks: [...move.checks],
      made_by: move.by,
      at,
    })
    .execute()
  await tx
    .updateTable('trust.vasp')
    .set({
      verification_status: move.to,
      verification_since: at,
      verified_until: verifiedUntil,
      updated_at: at,
    })
    .where('vasp_did', '=', did)
    .execute()
}

/** The companies that wait for the network, longest first, and how many there are. */
export async function findQueue(tx: TrustTx, limit: number) {
  const rows = await tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, 'verification_since'])
    .where('verification_status', 'in', waiting)
    .where('listing', 'in', ['pending', 'listed'])
    .orderBy('verification_since', (order) => order.asc().nullsFirst())
    .orderBy('vasp_did')
    .limit(limit)
    .execute()
  const { count } = await tx
    .selectFrom('trust.vasp')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('verification_status', 'in', waiting)
    .where('listing', 'in', ['pending', 'listed'])
    .executeTakeFirstOrThrow()
  return {
    total: count,
    companies: rows.map((row) => ({
      vasp: listedVasp(row),
      since: (row.verification_since ?? row.updated_at).toISOString(),
    })),
  }
}

/** Companies whose verification has run out; what isn’t verified has no end. */
export const findOverdue = (tx: TrustTx, at: Date, limit: number) =>
  tx
    .selectFrom('trust.vasp')
    .select('vasp_did')
    .where('verified_until', '<=', at)
    .orderBy('verified_until')
    .orderBy('vasp_did')
    .limit(limit)
    .execute()
