import type { WebhooksTx } from '../tables.ts'

/** What one page of a task is given. */
export type StepInput = {
  readonly orgId: string
  /** What was asked for, as it was stored. */
  readonly input: unknown
  /** What the page before left behind; `{}` for the first. */
  readonly progress: unknown
  /** When the task was asked for. */
  readonly createdAt: Date
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * What comes of a page: how far the task is, or its result. `found` is kept until the end, when all
 * pages' together are the result's field `gathered`.
 */
export type StepResult = { readonly found?: readonly object[] } & (
  | { readonly progress: object }
  | { readonly data: object }
  | { readonly gathered: string }
)

/** Does one page of a task within the transaction that stores what comes of it. */
export type Step = (tx: WebhooksTx, page: StepInput) => Promise<StepResult>

/** Rows in one page. */
export const pageSize = 500
