import type { Counterparty } from '@countersign/contracts/trust'
import * as z from 'zod/mini'
import { countryName } from '../jurisdiction/index.ts'

/** The column that the counterparties are ordered by. */
export const CounterpartyOrder = z.object({
  column: z.string(),
  direction: z.enum(['asc', 'desc']),
})

/** What the columns are ordered by. */
const sortValues: Readonly<Record<string, (one: Counterparty) => string | number>> = {
  name: (one) => one.vaspName,
  jurisdiction: ({ jurisdiction }) => (jurisdiction ? countryName(jurisdiction) : ''),
  incoming: (one) => one.totalIncomingTransactions,
  outgoing: (one) => one.totalOutgoingTransactions,
  next: ({ review }) => review?.nextReviewAt ?? '',
}

/** In the order of a column; without one, those with the most transfers come first. */
export function inOrder(
  rows: Counterparty[] | undefined,
  sort: z.infer<typeof CounterpartyOrder> | undefined,
) {
  const sortValue = sort && sortValues[sort.column]
  if (!rows || !sortValue) return rows
  const turn = sort.direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [sortValue(a), sortValue(b)]
    const order =
      typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other), 'en')
    return order * turn
  })
}
