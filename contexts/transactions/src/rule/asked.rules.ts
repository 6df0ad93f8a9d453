import type { Rule } from '@countersign/contracts/transactions'

/** What is read of the past because rules ask for it. */
export type Asked = {
  readonly sums: readonly { readonly hours: number; readonly by: 'COUNTERPARTY' | 'CUSTOMER' }[]
  /** Providers of checks. */
  readonly sources: readonly string[]
  readonly responseTimes: boolean
}

/** What rules ask for that isn't read for each transfer. */
export function askedBy(rules: readonly Rule[]): Asked {
  const conditions = rules.flatMap((rule) => rule.conditions)
  const sums = conditions.flatMap((one) =>
    one.check === 'SUM_WINDOW'
      ? [
          [
            `${one.hours} ${one.by}`,
            { hours: one.hours, by: one.by ?? ('COUNTERPARTY' as const) },
          ] as const,
        ]
      : [],
  )
  return {
    sums: [...new Map(sums).values()],
    sources: [...new Set(rules.flatMap(({ source }) => source ?? []))],
    responseTimes: conditions.some(({ check }) => check === 'RESPONSE_TIME'),
  }
}
