import type { Input } from '@countersign/contracts'
import type { tx as contract, TransactionDetail } from '@countersign/contracts/transactions'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from './deps.ts'
import { decrypt, openUnasked } from './opening/index.ts'
import { runSteps } from './step/index.ts'
import type { DB } from './tables.gen.ts'
import { findTransfer, info } from './transfer/index.ts'

type Calling = Call<TransactionsDeps, Caller>

/**
 * Opens the personal data of a transfer; its owner learns of it before the answer, or by the sweep.
 * @throws as `decrypt`
 */
export const view = (
  call: Calling,
  body: Parameters<typeof decrypt>[1],
  company: string,
): ReturnType<typeof decrypt> =>
  opening(call, company, body.id, (inCompany) => decrypt(inCompany, body))

/** One transfer with its history and, where it is asked for, its personal data. @throws as `info` and `openUnasked` */
export async function read(
  call: Calling,
  { query: { id, decrypt: opens } }: Input<typeof contract.info>,
  company: string,
): Promise<TransactionDetail> {
  const { deps } = call
  if (!opens) return deps.database.withTenant(company, (tx) => info({ tx, company, deps }, id))
  return opening(call, company, id, async (inCompany) => ({
    ...(await info(inCompany, id)),
    ...(await openUnasked(inCompany, id)),
  }))
}

async function opening<T>(
  call: Calling,
  company: string,
  id: string,
  work: (call: CompanyCall<TransactionsDeps, Caller, DB>) => Promise<T>,
): Promise<T> {
  const { deps } = call
  const { opened, owners } = await deps.database.withTenant(company, async (tx) => {
    const opened = await work({ ...call, tx, company })
    const transfer = await findTransfer(tx, id)
    return { opened, owners: [transfer?.originator_did ?? null, transfer?.beneficiary_did ?? null] }
  })
  await runSteps(deps, id, owners)
  return opened
}
