import type { Contract } from '../operation.ts'
import { subscription } from './subscription.ts'

export * from './subscription.ts'

/** Subscriptions and usage. Base path `/api`. */
export const billing = { subscription } as const satisfies Contract
