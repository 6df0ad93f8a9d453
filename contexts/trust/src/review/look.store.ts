import { members } from '@countersign/kit/members'
import * as z from 'zod/mini'
import type { TrustTx } from '../tables.ts'
import type { KeptLook, Snapshot } from './look.rules.ts'

const Kept = z.record(z.string(), z.unknown())

/** What a person last saw of a company, locked until the transaction ends; undefined before the first look. */
export async function lockLook(
  tx: TrustTx,
  company: string,
  user: string,
  counterparty: string,
): Promise<KeptLook | undefined> {
  const row = await tx
    .selectFrom('trust.look')
    .select(['seen', 'seen_at', 'before', 'before_at'])
    .where('vasp_did', '=', company)
    .where('user_did', '=', user)
    .where('counterparty_did', '=', counterparty)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      seen: Kept.parse(row.seen),
      seenAt: row.seen_at,
      before: row.before === null ? null : Kept.parse(row.before),
      beforeAt: row.before_at,
    }
  )
}

/** Keeps what a person saw of a company. */
export async function saveLook(
  tx: TrustTx,
  of: { readonly company: string; readonly user: string; readonly counterparty: string },
  look: KeptLook,
): Promise<void> {
  const values = {
    seen: JSON.stringify(look.seen),
    seen_at: look.seenAt,
    before: look.before && JSON.stringify(look.before),
    before_at: look.beforeAt,
  }
  await tx
    .insertInto('trust.look')
    .values({
      vasp_did: of.company,
      user_did: of.user,
      counterparty_did: of.counterparty,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['vasp_did', 'user_did', 'counterparty_did']).doUpdateSet(values),
    )
    .execute()
}

/** What a person last saw of these companies, by DID; those never looked at are absent. */
export async function findSeen(
  tx: TrustTx,
  company: string,
  user: string,
  counterparties: readonly string[],
): Promise<ReadonlyMap<string, Snapshot>> {
  const rows = await tx
    .selectFrom('trust.look')
    .select(['counterparty_did', 'seen'])
    .where('vasp_did', '=', company)
    .where('user_did', '=', user)
    .where('counterparty_did', 'in', members(counterparties))
    .execute()
  return new Map(rows.map((row) => [row.counterparty_did, Kept.parse(row.seen)]))
}
