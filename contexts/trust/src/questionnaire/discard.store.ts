import { Answers } from '@countersign/contracts/trust'
import type { TrustTx } from '../tables.ts'

/** The draft that was discarded last, or undefined; without answers when nothing was written in it. */
export async function findDiscarded(tx: TrustTx, did: string) {
  const row = await tx
    .selectFrom('trust.ddq_discarded')
    .select(['version', 'answers', 'high', 'discarded_at', 'discarded_by', 'restored_at'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()
  return row && { ...row, answers: row.answers === null ? null : Answers.parse(row.answers) }
}

type Discarded = {
  readonly version: number
  readonly answers: Answers | null
  readonly high: number
  readonly at: Date
  readonly by: string
  /** When it was brought back, if it was. */
  readonly restoredAt: Date | null
}

/** Keeps a discarded draft, in the place of the one that was kept before. */
export async function saveDiscarded(
  tx: TrustTx,
  did: string,
  { version, answers, high, at, by, restoredAt }: Discarded,
): Promise<void> {
  const fresh = {
    version,
    answers: answers && JSON.stringify(answers),
    high,
    discarded_at: at,
    discarded_by: by,
    restored_at: restoredAt,
  }
  await tx
    .insertInto('trust.ddq_discarded')
    .values({ vasp_did: did, ...fresh })
    .onConflict((conflict) => conflict.column('vasp_did').doUpdateSet(fresh))
    .execute()
}
