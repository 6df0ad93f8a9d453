import type { Contract } from '../operation.ts'

/** Travel Rule transfers. Base path `/api`. */
export const transactions = {} as const satisfies Contract
