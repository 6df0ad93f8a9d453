import type { Role } from '@countersign/contracts'
import type { CountedThing } from '@countersign/contracts/billing'
import type { CallerFacts } from '@countersign/kit/handlers'
import type { Vault } from '@countersign/kit/vault'
import type { Plans } from './plan/index.ts'
import type { ConfiguredProvider } from './provider/index.ts'
import type { BillingDatabase, BillingTx } from './tables.ts'

/** What this context needs of the world. Ports run inside the transaction that they are given. */
export type BillingDeps = {
  /** Connected as countersign_app. */
  readonly database: BillingDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly vault: Vault
  /** Absent without a provider: every plan covers everything then. */
  readonly plans: Plans | undefined
  /** Who takes the money; nobody when absent. */
  readonly provider: ConfiguredProvider | undefined
  /** Where people come back to from the provider’s pages. */
  readonly returnUrl: string
  readonly companies: (
    tx: BillingTx,
    dids: readonly string[],
  ) => Promise<
    readonly {
      readonly did: string
      readonly name: string
      readonly incorporation: string | null
    }[]
  >
  /** When a company requested questionnaires of others since a moment, the first one first. In its transaction. */
  readonly questionnairesSince: (
    tx: BillingTx,
    did: string,
    since: Date,
  ) => Promise<readonly Date[]>
  /** What a company has now of what plans limit. In its transaction. */
  readonly counted: (
    tx: BillingTx,
    did: string,
  ) => Promise<Readonly<Record<Exclude<CountedThing, 'webhook_endpoints'>, number>>>
  /** How many webhook endpoints a company has; undefined while the webhook service is away. */
  readonly endpointsOf: (did: string) => Promise<number | undefined>
  /** The parent of a company’s group. */
  readonly parentOf: (
    tx: BillingTx,
    did: string,
  ) => Promise<{ readonly did: string; readonly name: string } | null>
  /** The roles that a person has in a company. Runs in that company’s transaction. */
  readonly rolesOf: (tx: BillingTx, did: string, person: string) => Promise<readonly Role[]>
  /** Names of people by DID. Runs in their company’s transaction. */
  readonly peopleOf: (
    tx: BillingTx,
    did: string,
    people: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  /** Whether a company wants two people to change who pays. Runs in that company’s transaction. */
  readonly payerTakesTwo: (tx: BillingTx, did: string) => Promise<boolean>
  /** The DIDs of companies whose name has this part, or of the one with this DID. */
  readonly companiesNamed: (tx: BillingTx, part: string) => Promise<readonly string[]>
}

/** What billing knows of a caller. */
export type Caller = CallerFacts
