import type { V1Validation, ValidateIn } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import type { Missing, Parties } from '../threshold/index.ts'
import { selfHostedFaults } from './assess.ts'
import { ownerOf, withOwner } from './counterparty.ts'
import { judgeNew, quote, surroundingsOf } from './judge.ts'
import { readMovement } from './movement.ts'

type V1Error = V1Validation['errors'][number]

/**
 * Says what a transfer takes before anybody's data is entered, as V1 does, and stores nothing. The originator's data is
 * taken as complete: V1 asks for the beneficiary's alone.
 * @throws 400 unknown asset, 404 unknown counterparty, 422 for an amount or address that can't be read
 */
export async function validateV1(
  call: Call<TransactionsDeps, Caller>,
  company: string,
  body: ValidateIn,
): Promise<V1Validation> {
  const { deps, at } = call
  const { destination, originatorEqualsBeneficiary: isOwn = false, ...stated } = body
  const transfer = { ...stated, isNonCustodial: false, transactionBlockchainInfo: { destination } }
  const pepper = await networkKey(deps)
  const movement = readMovement(transfer, pepper)
  const owned = await ownerOf(deps, company, movement, pepper, at)
  const named = await withOwner(deps, company, transfer, owned)
  const { originator, beneficiary, ...rest } = await deps.database.withTenant(company, (tx) =>
    surroundingsOf(deps, tx, company, named.beneficiaryVASPdid, {
      addressKey: movement.addressKey,
      at,
    }),
  )
  if (!originator || (body.beneficiaryVASPdid !== undefined && !beneficiary))
    throw fail('not_found', 'No such company in the directory', {
      wire: 'TrustFrameworkVASPNotFoundError',
    })
  const surroundings = { ...rest, originator, beneficiary }
  const price = await quote(deps, movement, surroundings, undefined, at)
  const asked = { ...named, onBehalfOfMyself: isOwn }
  const { judgement, missing } = judgeNew(asked, movement, surroundings, price, partiesOf(body))
  const proofs = selfHostedFaults(asked, movement, surroundings, price, named.isNonCustodial)
  const lacksProof = proofs.some(({ type }) => type === 'beneficiaryOwnershipProofMissing')
  const errors = [
    ...missing.missing.flatMap(wordsOf),
    ...(lacksProof ? (['beneficiaryOwnershipProofMissing'] as const) : []),
  ]
  return {
    isValid: missing.missing.length === 0 && !lacksProof,
    type: judgement.type,
    beneficiaryAddressType: owned.address_type,
    addressSource: owned.source ?? 'UNKNOWN',
    beneficiaryVASPdid: beneficiary?.did ?? null,
    beneficiaryVASPname: beneficiary?.name ?? body.beneficiaryVASPname ?? null,
    errors: [...new Set(errors)],
  }
}

/** The destination is the beneficiary's account. */
function partiesOf(body: ValidateIn): Parties {
  const whole = { name: true, account: true, address: true, nationalId: true }
  const none = { isLegal: false, nationalId: false, customerId: false, birth: false }
  return {
    originator: { ...whole, isLegal: false, customerId: true, birth: true },
    beneficiary: {
      ...none,
      name: body.beneficiaryName !== undefined || body.originatorEqualsBeneficiary === true,
      account: true,
      address: body.beneficiaryAddress !== undefined,
    },
  }
}

/** V1 has words for some items alone; the answer is not valid all the same. */
const wordsOf = ({ anyOf }: Missing): V1Error[] =>
  (anyOf[0] ?? []).flatMap((item): V1Error[] => {
    if (item === 'beneficiary.NAME') return ['beneficiaryNameMissing']
    if (item === 'beneficiary.ACCOUNT') return ['beneficiaryAccountNumberMissing']
    return item === 'beneficiary.ADDRESS' ? ['beneficiaryAddressMissing'] : []
  })
