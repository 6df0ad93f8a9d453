import type { Customer, CustomerItem } from '@countersign/contracts/transactions'

export const itemWords: Readonly<Record<CustomerItem, string>> = {
  NAME: 'name',
  ADDRESS: 'address',
  NATIONAL_ID: 'national ID',
  CUSTOMER_ID: 'customer ID',
  BIRTH: 'date and place of birth',
}

const kinds = { NATURAL: 'Person', LEGAL: 'Company' }
export const kindWords = (kind: Customer['kind']): string =>
  kind === null ? 'Reference only' : kinds[kind]
