import type { Contract } from '../operation.ts'

export * from './values.ts'

/** Travel Rule transfers. Base path `/api`. */
export const transactions = {} as const satisfies Contract
