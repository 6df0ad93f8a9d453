import type { billing as contract } from '@countersign/contracts/billing'
import type { Handlers } from '@countersign/kit/serve'

/** Subscriptions and invoices. The context has its place; its operations come whole, in their own time. */
export const billing = (): Handlers<typeof contract, unknown> => ({})
