import type { Contract } from '../operation.ts'
import { reconciliation } from './reconciliation.ts'
import { subscription } from './subscription.ts'
import { invoice, usage } from './usage.ts'

export * from './coverage.ts'
export * from './plan.ts'
export * from './reconciliation.ts'
export * from './subscription.ts'
export * from './usage.ts'

/** Subscriptions and usage. Base path `/api`. */
export const billing = { subscription, usage, invoice, reconciliation } as const satisfies Contract
