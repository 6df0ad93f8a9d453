import type { CreateIn, Validation } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import { storedThreshold } from '../threshold/index.ts'
import { assess } from './assess.ts'
import { ownerOf, withOwner } from './counterparty.ts'
import { quote, surroundingsOf } from './judge.ts'
import { readMovement, readTime } from './movement.ts'

/**
 * Says what would become of a new transfer, and stores nothing.
 * @throws 400 unknown asset, 404 unknown counterparty, 422 for an amount or address that can't be read
 */
export async function validate(
  deps: TransactionsDeps,
  company: string,
  stated: CreateIn,
  at: Date,
): Promise<Validation> {
  const pepper = await networkKey(deps)
  const movement = readMovement(stated, pepper)
  readTime(stated.blockchainTransactionTimestamp, at)
  const owned = await ownerOf(deps, company, movement, pepper, at)
  const body = await withOwner(deps, company, stated, owned)
  const { originator, beneficiary, rules, isProved } = await deps.database.withTenant(
    company,
    (tx) =>
      surroundingsOf(deps, tx, company, body.beneficiaryVASPdid, {
        addressKey: movement.addressKey,
        at,
      }),
  )
  if (!originator || (body.beneficiaryVASPdid !== undefined && !beneficiary))
    throw fail('not_found', 'No such company in the directory', {
      wire: 'TrustFrameworkVASPNotFoundError',
    })
  const surroundings = { originator, beneficiary, rules, isProved }
  const price = await quote(deps, movement, surroundings, body.customAssetPrice, at)
  const { judgement, outcome, faults, warnings } = assess(
    company,
    body,
    movement,
    surroundings,
    price,
    at,
  )
  const shown = (issues: typeof faults) =>
    issues.map(({ loc, msg, type }) => ({ loc: [...loc], msg, type }))
  return {
    isValid: outcome.result === 'MOVE',
    type: judgement.type,
    threshold: storedThreshold(judgement),
    price,
    errors: shown(faults),
    warnings: shown(warnings),
    beneficiaryAddressType: owned.address_type,
    addressSource: owned.source ?? 'UNKNOWN',
    beneficiaryVASPdid: beneficiary?.did ?? null,
    beneficiaryVASPname: beneficiary?.name ?? body.beneficiaryVASPname ?? null,
    wouldReach: outcome.result === 'MOVE' ? outcome.next : null,
  }
}
