import type { RuleIn } from '@countersign/contracts/transactions'
import { system } from '@countersign/kit/audit'
import { registerOwn } from './address/index.ts'
import { create, findCustomer } from './customer/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { findVersions, set } from './rule/index.ts'
import { networkKey } from './sealing/index.ts'

/** A company's customers with their wallets, and its rules, of the demo. */
export type SeedBook = {
  readonly company: string
  /** The person who entered them. */
  readonly by: string
  readonly at: Date
  readonly customers: readonly {
    readonly customerRef: string
    readonly ivms101: Readonly<Record<string, unknown>>
    readonly tags: readonly string[]
    readonly wallets: readonly { readonly address: string; readonly network: string }[]
  }[]
  /** Absent: the company gets none now. */
  readonly rules?: { readonly incoming: RuleIn[]; readonly outgoing: RuleIn[] }
}

const callOf = (deps: TransactionsDeps, { company, by, at }: SeedBook) => ({
  deps,
  company,
  at,
  actor: system,
  caller: { viewer: { did: by, grants: [] }, requestId: 'seed', company },
})

/** Registers the demo's customers that are not there yet, with their wallets. */
export async function seedCustomers(deps: TransactionsDeps, book: SeedBook): Promise<void> {
  const { company, by, at } = book
  const call = callOf(deps, book)
  const pepper = await networkKey(deps)
  for (const { wallets, customerRef, ivms101, tags } of book.customers)
    await deps.database.withTenant(company, async (tx) => {
      if (await findCustomer(tx, company, customerRef)) return
      const body = { customerRef, ivms101, tags: [...tags] }
      await create({ ...call, tx }, { body })
      for (const wallet of wallets)
        await registerOwn(tx, company, { ...wallet, customerRef }, { pepper, by, at })
    })
}

/** Saves the demo's rules, unless the company has had some. */
export const seedRules = (deps: TransactionsDeps, book: SeedBook): Promise<void> =>
  deps.database.withTenant(book.company, async (tx) => {
    if (!book.rules || (await findVersions(tx, book.company, null, 1)).length > 0) return
    const body = { ruleSet: book.rules, note: 'Starter rules' }
    await set({ ...callOf(deps, book), tx }, { body })
  })
