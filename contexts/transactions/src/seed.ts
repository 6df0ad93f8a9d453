import type { Action, CreateIn, NotifyIn, ReasonCode } from '@countersign/contracts/transactions'
import { system } from '@countersign/kit/audit'
import { create, notify } from './creation/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { addHistory, findReported, type PastTransfer } from './history/index.ts'
import { perform } from './perform.ts'
import { type SeedBook, seedCustomers, seedExports, seedRules, seedSettings } from './seed-book.ts'
import { seedViews } from './seed-views.ts'
import { type Doer, findByRef, type Given } from './transfer/index.ts'

type SeedAct = {
  readonly company: string
  readonly by: string
  readonly action: Action
  readonly at: Date
  readonly reason?: ReasonCode
  /** What else it takes, e.g. to whom a transfer is handed. */
  readonly given?: Given
}

/** A transfer of the demo, and what its two companies did with it. */
export type SeedTransfer = {
  readonly at: Date
  /** The person who created it. */
  readonly by: string
  /** `transactionRef` finds it again at the next start. */
  readonly body: CreateIn & { readonly transactionRef: string }
  readonly acts: readonly SeedAct[]
  /** The reference of the transfer that this one replaces. */
  readonly replaces?: string
  /** The company's rules decide it, as they are there before it. */
  readonly ruled?: true
}

/** A deposit of the demo that came without a message. */
export type SeedDeposit = {
  readonly at: Date
  readonly by: string
  /** `txHash` finds it again at the next start. */
  readonly body: NotifyIn & { readonly beneficiaryVASPdid: string }
  readonly acts: readonly SeedAct[]
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
  deposits?: readonly SeedDeposit[],
]

/**
 * Adds the demo's transfers that are not there yet, by the same code as everybody's; customers before them, rules
 * after. @returns how many transfers
 */
export async function seedTransfers(
  given: TransactionsDeps,
  ...[transfers, book, past = [], deposits = []]: DemoTransfers
): Promise<number> {
  // A demo begins with all of them, whatever its plans cover.
  const deps: TransactionsDeps = { ...given, allowance: async () => true }
  if (book) {
    await seedSettings(deps, book)
    await seedCustomers(deps, book)
  }
  let added = await addHistory(deps, past, new Date(deps.clock()))
  if (book && added > 0) await seedViews(deps, book)
  added += await seedDeposits(deps, deposits)
  for (const one of transfers) if (!one.ruled) added += await seedOne(deps, one)
  if (!book?.rules) return added
  await seedRules(deps, book)
  for (const one of transfers) if (one.ruled) added += await seedOne(deps, one)
  await seedExports(deps, book)
  return added
}

/** @returns how many it added: none where it is there */
async function seedOne(
  deps: TransactionsDeps,
  { at, by, body, acts, replaces: ref }: SeedTransfer,
): Promise<number> {
  const company = body.originatorVASPdid
  const replaces =
    ref === undefined
      ? undefined
      : (await deps.database.withTenant(company, (tx) => findByRef(tx, company, ref)))?.transfer_id
  const { status, body: made } = await create(deps, doer(company, by, at), {
    ...body,
    ...(replaces !== undefined && { replaces }),
  })
  if (status === 200) return 0
  await actOn(deps, made.id, acts)
  return 1
}

async function actOn(deps: TransactionsDeps, id: string, acts: readonly SeedAct[]): Promise<void> {
  for (const { company, by, at, action, reason, given } of acts)
    await perform({ ...deps, clock: () => at.getTime() }, doer(company, by, at), {
      id,
      action,
      given: { ...given, reason },
    })
}

/** @returns how many were not there yet */
async function seedDeposits(
  deps: TransactionsDeps,
  deposits: readonly SeedDeposit[],
): Promise<number> {
  let added = 0
  for (const [company, some] of Map.groupBy(deposits, ({ body }) => body.beneficiaryVASPdid)) {
    const hashes = some.map(({ body }) => body.txHash)
    const known = await deps.database.withTenant(company, (tx) => findReported(tx, company, hashes))
    for (const { at, by, body, acts } of some.filter((one) => !known.has(one.body.txHash))) {
      const { body: made } = await notify(deps, doer(company, by, at), body)
      await actOn(deps, made.id, acts)
      added++
    }
  }
  return added
}
