import type { ExportFormat, RuleIn } from '@countersign/contracts/transactions'
import { system } from '@countersign/kit/audit'
import { registerOwn } from './address/index.ts'
import { lockCustomers, putCustomers, readPerson } from './customer/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { findExports, requestFile } from './export/index.ts'
import { findVersions, set } from './rule/index.ts'
import { networkKey } from './sealing/index.ts'
import { changeSettings, findSettings } from './transfer/index.ts'

/** A company's customers with their wallets, its settings, its rules and its exports, of the demo. */
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
  /** From which value on two people approve, in the company's currency. */
  readonly approveFrom?: string
  /** Files of transfers that somebody requested; the worker writes them once it runs. */
  readonly exports?: readonly {
    readonly at: Date
    readonly filter: Readonly<Record<string, string[]>>
    readonly format: ExportFormat
    readonly zone: string
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
  const pepper = await networkKey(deps)
  await deps.database.withTenant(company, async (tx) => {
    const refs = book.customers.map(({ customerRef: ref }) => ({ ref }))
    const known = await lockCustomers(
      tx,
      company,
      refs.map(({ ref }) => ref),
    )
    const given = new Map(book.customers.map((one) => [one.customerRef, one]))
    const missing = refs.filter(({ ref }) => !known.has(ref))
    await putCustomers({ tx, deps, company, at }, missing, ({ ref }) => {
      const { ivms101 = {}, tags = [] } = given.get(ref) ?? {}
      const { person, issues } = readPerson(ivms101, at)
      if (!person) throw new Error(`The demo's customer ${ref}: ${issues[0]?.msg}`)
      return { person, tags }
    })
    const wallets = missing.flatMap(({ ref: customerRef }) =>
      (given.get(customerRef)?.wallets ?? []).map((wallet) => ({ ...wallet, customerRef })),
    )
    await registerOwn(tx, company, wallets, { pepper, by, at })
  })
}

/** Saves the demo's rules, unless the company has had some. */
export const seedRules = (deps: TransactionsDeps, book: SeedBook): Promise<void> =>
  deps.database.withTenant(book.company, async (tx) => {
    if (!book.rules || (await findVersions(tx, book.company, null, 1)).length > 0) return
    const body = { ruleSet: book.rules, note: 'Starter rules' }
    await set({ ...callOf(deps, book), tx }, { body })
  })

/** Saves the demo's settings, unless the company has saved some. */
export const seedSettings = (deps: TransactionsDeps, book: SeedBook): Promise<void> =>
  deps.database.withTenant(book.company, async (tx) => {
    const { approveFrom } = book
    const settings = await findSettings(tx, book.company)
    if (approveFrom === undefined || settings.version > 0) return
    const fourEyes = { ...settings.fourEyes, approveFrom }
    await changeSettings({ ...callOf(deps, book), tx }, { ...settings, fourEyes })
  })

/** Requests the demo's exports, unless the company has had some. */
export const seedExports = (deps: TransactionsDeps, book: SeedBook): Promise<void> =>
  deps.database.withTenant(book.company, async (tx) => {
    if (!book.exports || (await findExports(tx, book.company, 1)).length > 0) return
    for (const { at, ...wanted } of book.exports)
      await requestFile({ ...callOf(deps, book), tx, at }, wanted)
  })
