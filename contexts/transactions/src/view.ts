import type { Call } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from './deps.ts'
import { decrypt } from './opening/index.ts'
import { runSteps } from './step/index.ts'
import { findTransfer } from './transfer/index.ts'

/**
 * Opens the personal data of a transfer; its owner learns of it before the answer, or by the sweep.
 * @throws as `decrypt`
 */
export async function view(
  call: Call<TransactionsDeps, Caller>,
  body: Parameters<typeof decrypt>[1],
  company: string,
): ReturnType<typeof decrypt> {
  const { deps } = call
  const { opened, owners } = await deps.database.withTenant(company, async (tx) => {
    const opened = await decrypt({ ...call, tx, company }, body)
    const transfer = await findTransfer(tx, body.id)
    return { opened, owners: [transfer?.originator_did ?? null, transfer?.beneficiary_did ?? null] }
  })
  await runSteps(deps, body.id, owners)
  return opened
}
