import { type BillingEntity, BillingEntityIn } from '@countersign/contracts/billing'
import type { Vault } from '@countersign/kit/vault'
import type { BilledTo } from '../provider/index.ts'

const placeOf = (did: string) => `billing/entity/${did}`

/** What somebody entered, as it is stored: it names people and where they live. */
export const sealEntity = (vault: Vault, did: string, entered: BillingEntityIn): string =>
  vault.seal(JSON.stringify(entered), placeOf(did))

/** The same, to be read. */
export const openEntity = (vault: Vault, did: string, sealed: string): BillingEntityIn =>
  BillingEntityIn.parse(JSON.parse(vault.open(sealed, placeOf(did))))

/** The same under the server's current main secret. */
export const resealEntity = (vault: Vault, did: string, sealed: string): string =>
  vault.seal(vault.open(sealed, placeOf(did)), placeOf(did))

/** What of it a provider is told. */
export const billedTo = ({
  legal_name: name,
  email,
  phone,
  address,
  tax_id: taxId,
  purchase_order: purchaseOrder,
}: BillingEntityIn): BilledTo => ({
  name,
  email,
  phone,
  address,
  taxId,
  purchaseOrder,
})

/** What a company’s profile says, as long as nobody has entered anything. */
export const proposedEntity = (name: string, country: string | null): Fields => ({
  legal_name: name,
  email: null,
  contact_name: null,
  phone: null,
  address:
    country === null
      ? null
      : { line1: null, line2: null, city: null, region: null, postal_code: null, country },
  tax_id: null,
  purchase_order: null,
})

/** The part of an entity that people enter. */
export type Fields = Pick<
  BillingEntity,
  'legal_name' | 'email' | 'contact_name' | 'phone' | 'address' | 'tax_id' | 'purchase_order'
>
