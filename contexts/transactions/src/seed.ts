import type { Action, CreateIn, ReasonCode } from '@countersign/contracts/transactions'
import { system } from '@countersign/kit/audit'
import { create } from './creation/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { addHistory, type PastTransfer } from './history/index.ts'
import { perform } from './perform.ts'
import { type SeedBook, seedCustomers, seedRules } from './seed-book.ts'
import type { Doer } from './transfer/index.ts'

/** A transfer of the demo, and what its two companies did with it. */
type SeedTransfer = {
  readonly at: Date
  /** The person who created it. */
  readonly by: string
  /** `transactionRef` finds it again at the next start. */
  readonly body: CreateIn & { readonly transactionRef: string }
  readonly acts: readonly {
    readonly company: string
    readonly by: string
    readonly action: Action
    readonly at: Date
    readonly reason?: ReasonCode
  }[]
}

const doer = (company: string, did: string, at: Date): Doer => ({
  company,
  did,
  at,
  by: 'PERSON',
  actor: system,
})

/** What a demo begins with: transfers, a company's customers and rules, and what was before. */
export type DemoTransfers = readonly [
  transfers: readonly SeedTransfer[],
  book?: SeedBook,
  past?: readonly PastTransfer[],
]

/**
 * Adds the demo's transfers that are not there yet, by the same code as everybody's; customers before them, rules
 * after. @returns how many transfers
 */
export async function seedTransfers(
  given: TransactionsDeps,
  ...[transfers, book, past = []]: DemoTransfers
): Promise<number> {
  // A demo begins with all of them, whatever its plans cover.
  const deps: TransactionsDeps = { ...given, allowance: async () => true }
  if (book) await seedCustomers(deps, book)
  let added = await addHistory(deps, past, new Date(deps.clock()))
  for (const { at, by, body, acts } of transfers) {
    const company = body.originatorVASPdid
    const { status, body: made } = await create(deps, doer(company, by, at), body)
    if (status === 200) continue
    added++
    for (const { action, reason, ...act } of acts)
      await perform({ ...deps, clock: () => act.at.getTime() }, doer(act.company, act.by, act.at), {
        id: made.id,
        action,
        given: { reason },
      })
  }
  if (book) await seedRules(deps, book)
  return added
}
