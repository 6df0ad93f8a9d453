import { billing } from '../billing/index.ts'
import { identity } from '../identity/index.ts'
import { report } from '../report/index.ts'
import { site } from '../site/index.ts'
import { transactions } from '../transactions/index.ts'
import { trust } from '../trust/index.ts'

// Named, as the compiler writes out no type as long as all of the API's.
type Contexts = {
  readonly identity: typeof identity
  readonly trust: typeof trust
  readonly transactions: typeof transactions
  readonly billing: typeof billing
  readonly report: typeof report
}

/**
 * The product's contexts, in the order of their migrations. Migrations and column types, the API and its
 * document, the clients and the suites follow this list: a new context is two lines here.
 */
export const contexts: Contexts = { identity, trust, transactions, billing, report }

type Apis = Contexts & { readonly site: typeof site }
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type Groups = Intersection<Apis[keyof Apis]>

/** The whole API of the product: every context's operations, and those of the deployment itself. */
export type ProductContract = { readonly [G in keyof Groups]: Groups[G] }

const merge = (contracts: Apis): ProductContract => Object.assign({}, ...Object.values(contracts))

/** See {@link ProductContract}. */
export const product = merge({ ...contexts, site })
