import type { AddressOwnership, CreateIn } from '@countersign/contracts/transactions'
import { findOwner, knownAccount } from '../address/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { Movement } from './movement.ts'

type Stated = Pick<CreateIn, 'beneficiaryVASPdid' | 'beneficiaryVASPname' | 'isNonCustodial'>

/** Whose the destination is, as far as the company may know. */
export async function ownerOf(
  deps: TransactionsDeps,
  company: string,
  { asset, destination, destinationTag }: Movement,
  pepper: Uint8Array,
  at: Date,
): Promise<AddressOwnership> {
  const place = { asset: asset.caip19, address: destination, tag: destinationTag }
  const account = knownAccount(place, pepper)
  if (!account) throw new Error('A movement to no address')
  return findOwner(deps, company, account, at)
}

/** Whether the caller leaves it open where the coins go. A company that is named only is stated too. */
export const isOpen = (stated: Stated): boolean =>
  stated.beneficiaryVASPdid === undefined &&
  stated.beneficiaryVASPname === undefined &&
  stated.isNonCustodial !== true

/** A new transfer whose counterparty is as stated, else the company whose address it is. */
export async function withOwner<B extends Stated>(
  deps: TransactionsDeps,
  company: string,
  body: B,
  owned: Pick<AddressOwnership, 'owner_vasp_did' | 'address_type'>,
): Promise<B> {
  if (!isOpen(body)) return body
  if (owned.address_type === 'UNHOSTED') return { ...body, isNonCustodial: true }
  const { owner_vasp_did: owner } = owned
  if (owner === null) return body
  // A company that has left the directory since is nobody's counterparty.
  const [listed] = await deps.database.withTenant(company, (tx) => deps.companies(tx, [owner]))
  return listed ? { ...body, beneficiaryVASPdid: owner } : body
}
