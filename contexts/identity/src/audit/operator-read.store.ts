import type { IdentityTx } from '../tables.ts'

/** Notes a read, and forgets those of earlier hours. @returns whether it is the first of its hour */
export async function addRead(
  tx: IdentityTx,
  { chain, userId, hash, hour }: { chain: string; userId: string; hash: Buffer; hour: Date },
): Promise<boolean> {
  await tx
    .deleteFrom('identity.operator_read')
    .where('vasp_did', '=', chain)
    .where('hour', '<', hour)
    .execute()
  const row = await tx
    .insertInto('identity.operator_read')
    .values({ vasp_did: chain, user_id: userId, address_hash: hash, hour })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hour')
    .executeTakeFirst()
  return row !== undefined
}
