import type { Contract } from '../operation.ts'

/** Subscriptions and invoices. Base path `/api`. */
export const billing = {} as const satisfies Contract
