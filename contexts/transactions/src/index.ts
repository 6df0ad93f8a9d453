import type { transactions as contract } from '@countersign/contracts/transactions'
import type { Handlers } from '@countersign/kit/serve'

export { transitionsDocument } from './act/index.ts'
export type { DB as TransactionsTables } from './tables.gen.ts'

/** Travel Rule transfers. The context has its place; its operations come whole, in their own time. */
export const transactions = (): Handlers<typeof contract, unknown> => ({})
