import type { CreateIn } from '@countersign/contracts/transactions'
import type { Surroundings } from '../creation/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { ensureBlindKey, ensureKey } from '../sealing/index.ts'
import type { PastTransfer } from './history.ts'

type Keys = {
  readonly key: Awaited<ReturnType<typeof ensureKey>>
  readonly blindKey: Awaited<ReturnType<typeof ensureBlindKey>>
}

/** What all transfers of the past are judged and sealed with, read once. */
export type Known = {
  readonly between: (body: CreateIn) => Surroundings
  readonly keyOf: (company: string) => Keys['key']
  readonly blindKeyOf: (company: string) => Keys['blindKey']
}

/** Reads the companies of these transfers, and makes the keys that they don't have yet. */
export async function knownOf(
  deps: TransactionsDeps,
  transfers: readonly Pick<PastTransfer, 'body'>[],
  at: Date,
): Promise<Known> {
  const dids = [
    ...new Set(
      transfers.flatMap(({ body }) =>
        [body.originatorVASPdid, body.beneficiaryVASPdid ?? []].flat(),
      ),
    ),
  ]
  const [first = ''] = dids
  const { companies, rules } = await deps.database.withTenant(first, async (tx) => ({
    companies: new Map((await deps.companies(tx, dids)).map((one) => [one.did, one])),
    rules: await deps.jurisdictions(tx),
  }))
  const keys = new Map<string, Keys>()
  for (const did of dids)
    keys.set(
      did,
      await deps.database.withTenant(did, async (tx) => ({
        key: await ensureKey(tx, did, deps.vault, at),
        blindKey: await ensureBlindKey(tx, did, deps.vault, at),
      })),
    )
  const has = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The directory lacks a company of the past')
    return value
  }
  return {
    between: ({ originatorVASPdid, beneficiaryVASPdid }) => ({
      originator: has(companies.get(originatorVASPdid)),
      beneficiary: companies.get(beneficiaryVASPdid ?? ''),
      rules,
      isProved: false,
    }),
    keyOf: (company) => has(keys.get(company)).key,
    blindKeyOf: (company) => has(keys.get(company)).blindKey,
  }
}
