import type { Contract } from '../operation.ts'
import { subscription } from './subscription.ts'
import { invoice, usage } from './usage.ts'

export * from './plan.ts'
export * from './subscription.ts'
export * from './usage.ts'

/** Subscriptions and usage. Base path `/api`. */
export const billing = { subscription, usage, invoice } as const satisfies Contract
