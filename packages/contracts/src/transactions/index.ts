import type { Contract } from '../operation.ts'
import { tx } from './operations.ts'

export * from './action.ts'
export * from './client-jwk.ts'
export * from './creation.ts'
export * from './ivms101/index.ts'
export * from './operations.ts'
export * from './place.ts'
export * from './reason.ts'
export * from './shapes.ts'
export * from './status.ts'
export * from './threshold.ts'
export * from './transfer.ts'
export * from './values.ts'

/** Travel Rule transfers. Base path `/api`. */
export const transactions = { tx } as const satisfies Contract
