import type { AddressOwnership } from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import type { Account } from './account.ts'
import { countQuestion, findAddress, findOtherOwner, hasHint } from './address.store.ts'

type Asking = Pick<TransactionsDeps, 'database'>

/** How many addresses a company may ask about on a day (UTC): its people and machines together. */
const questionsADay = 20_000

/** Counts a question. On its own: one that is refused counts too. @returns whether it may still be answered */
export const mayAsk = async ({ database }: Asking, company: string, at: Date): Promise<boolean> =>
  (await database.withTenant(company, (tx) => countQuestion(tx, company, at))) <= questionsADay

/**
 * Whose an address is. All is looked up whatever is found, and what another company keeps to itself answers as
 * what nobody knows.
 */
export function lookUp(
  { database }: Asking,
  company: string,
  account: Account,
  isAnswered = true,
): Promise<AddressOwnership> {
  return database.withTenant(company, async (tx) => {
    const own = await findAddress(tx, company, account.key)
    const other = isAnswered ? await findOtherOwner(tx, account.key) : null
    const isElsewhere = await hasHint(tx, company, account.hintKey)
    if (own?.type === 'UNHOSTED')
      return { owner_vasp_did: null, address_type: 'UNHOSTED', source: 'INTERNAL' }
    if (own?.sourceType === 'INTERNAL')
      return { owner_vasp_did: company, address_type: 'HOSTED', source: 'INTERNAL' }
    if (own)
      return { owner_vasp_did: own.ownerVASPdid, address_type: 'HOSTED', source: 'ADDRESS_HASH' }
    if (other !== null) return { owner_vasp_did: other, address_type: 'HOSTED', source: 'NETWORK' }
    return {
      owner_vasp_did: null,
      address_type: 'UNKNOWN',
      source: null,
      ...(isElsewhere && { hint: 'OTHER_NETWORK_OR_TAG' as const }),
    }
  })
}

/** Whose an address is. A company that has asked too often today learns only what its own book says. */
export const findOwner = async (
  deps: Asking,
  company: string,
  account: Account,
  at: Date,
): Promise<AddressOwnership> => lookUp(deps, company, account, await mayAsk(deps, company, at))
