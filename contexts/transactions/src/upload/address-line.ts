import { CustomerRef } from '@countersign/contracts/transactions'
import { Failure } from '@countersign/kit/errors'
import { type Account, accountOf } from '../address/index.ts'
import type { Columns, Line } from './columns.ts'

type Column = 'address' | 'network' | 'asset' | 'tag' | 'customerRef'

/** The columns of a file of addresses. */
export const addressColumns: Columns<Column> = {
  names: {
    address: 'address',
    network: 'network',
    asset: 'asset',
    tag: 'tag',
    memo: 'tag',
    customerref: 'customerRef',
    customer_ref: 'customerRef',
  },
  needed: [['address'], ['customerRef'], ['network', 'asset']],
}

/** An address of a customer, and where it stands in the file. */
export type Owned = Account & { readonly line: number; readonly ref: string }

export const badReference =
  'The customer reference needs up to 64 letters, digits, hyphens or underscores'

/** The account of a line, or what is wrong with it. */
export function readAddressLine({ line, cells }: Line<Column>, pepper: Uint8Array): Owned | string {
  const { address = '', customerRef: ref = '' } = cells
  if (!CustomerRef.safeParse(ref).success) return badReference
  try {
    const account = accountOf(
      {
        address,
        network: cells.network || undefined,
        asset: cells.asset || undefined,
        tag: cells.tag || undefined,
      },
      pepper,
    )
    return {
      line,
      ref,
      address: account.address,
      network: account.network,
      key: account.key,
      hintKey: account.hintKey,
    }
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}
