import type { TransactionsTx } from '../tables.ts'

/** A result of a check that a company has made of a transfer. */
export type CheckResult = {
  readonly kind: 'RISK_SCORE' | 'SANCTION_LIST_CHECK'
  readonly source: string
  readonly result: string
  readonly score?: number | undefined
  readonly reference?: string | undefined
  /** When it was made. */
  readonly at?: string | undefined
}

/** Keeps a result; earlier ones stay. */
export const addCheck = (
  tx: TransactionsTx,
  company: string,
  transferId: string,
  { kind, source, result, score, reference, at: made }: CheckResult,
  at: Date,
): Promise<unknown> =>
  tx
    .insertInto('transactions.check_result')
    .values({
      vasp_did: company,
      transfer_id: transferId,
      kind,
      source,
      result,
      score: score ?? null,
      reference: reference ?? null,
      at: made ?? at,
    })
    .execute()
