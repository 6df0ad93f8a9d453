import type { Contract } from '../operation.ts'
import { address } from './address.ts'
import { tx } from './operations.ts'
import { rules } from './rule-operations.ts'

export * from './action.ts'
export * from './address.ts'
export * from './client-jwk.ts'
export * from './creation.ts'
export * from './ivms101/index.ts'
export * from './operations.ts'
export * from './place.ts'
export * from './reason.ts'
export * from './rule.ts'
export * from './rule-operations.ts'
export * from './settings.ts'
export * from './shapes.ts'
export * from './status.ts'
export * from './threshold.ts'
export * from './transfer.ts'
export * from './values.ts'

/** Travel Rule transfers. Base path `/api`. */
export const transactions = { tx, rules, address } as const satisfies Contract
