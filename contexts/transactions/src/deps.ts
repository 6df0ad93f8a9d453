import type { RoleGrant } from '@countersign/contracts'
import type { CountedThing } from '@countersign/contracts/billing'
import type { VaspSettings } from '@countersign/contracts/trust'
import type { CallerFacts } from '@countersign/kit/handlers'
import type { Logger } from '@countersign/kit/log'
import type { Vault } from '@countersign/kit/vault'
import type { CounterpartyPort } from './counterparty/index.ts'
import type { TransactionsDatabase, TransactionsTx } from './tables.ts'
import type { FxSource, PriceSource, Rule } from './threshold/index.ts'

/** What transfers know of a caller. */
export type Caller = CallerFacts & {
  readonly viewer: {
    readonly did: string
    readonly clientId?: string
    readonly name?: string | null
    readonly grants: readonly RoleGrant[]
  }
}

/** A company as transfers need to know it. */
export type Company = {
  readonly did: string
  readonly name: string
  readonly logo: string | null
  readonly countries: readonly string[]
  readonly incorporation: string | null
  readonly enabled: boolean
  /** Somebody works for it. */
  readonly hasAdmin: boolean
  readonly verified: boolean
  readonly phase: string
  /** Minutes within which it says it answers. */
  readonly answersWithin: number | null
  /** The company at the head of its group: itself, where it is in none. */
  readonly group: string
}

/** A company as another one looks at it. */
export type Counterparty = Company & {
  readonly verdict: string | null
  /** When the verdict is to be looked at again; null: there is none. */
  readonly nextReviewAt: Date | null
  /** Until when the newest questionnaire is valid that the looking company may read; null: there is none. */
  readonly questionnaireUntil: Date | null
}

/** Where files are kept that the context makes. Keys are ours. */
export type Files = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is nothing under this key. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes what is there; what is not there is no error. */
  remove(key: string): Promise<void>
}

/** What this context needs of the world. Ports run inside the transaction that they are given. */
export type TransactionsDeps = {
  /** Connected as countersign_app. */
  readonly database: TransactionsDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly vault: Vault
  readonly log: Pick<Logger, 'warn'>
  readonly files: Files
  readonly prices: PriceSource
  readonly rates: FxSource
  readonly companies: (tx: TransactionsTx, dids: readonly string[]) => Promise<readonly Company[]>
  /** The company that took the place of one that was a duplicate of it; null: none did. */
  readonly survivorOf: (tx: TransactionsTx, did: string) => Promise<string | null>
  /** The enabled companies of a company's group, without itself. */
  readonly groupOf: (tx: TransactionsTx, did: string) => Promise<readonly string[]>
  /** Companies with the verdict of one on each: `TRUSTED`, `BLOCKED`, `MANUAL`, or none. */
  readonly counterparties: (
    tx: TransactionsTx,
    did: string,
    others: readonly string[],
  ) => Promise<readonly Counterparty[]>
  readonly jurisdictions: (tx: TransactionsTx) => Promise<readonly Rule[]>
  /** From which status on a company sends the coins; null: never by itself. */
  readonly statusToProcess: (
    tx: TransactionsTx,
    did: string,
  ) => Promise<VaspSettings['statusToProcessBlockchain']>
  /** Whether a company's people with the permission open personal data without being asked why. */
  readonly opensBySetting: (tx: TransactionsTx, did: string) => Promise<boolean>
  /** Names of the company's own people by DID; one who is no longer there is left out. */
  readonly peopleOf: (
    tx: TransactionsTx,
    did: string,
    people: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  /** The roles that somebody has in the company now; none: they are no longer there. */
  readonly rolesOf: (
    tx: TransactionsTx,
    did: string,
    person: string,
  ) => Promise<readonly RoleGrant['role'][]>
  /** The machine clients that work for a company. */
  readonly clientsOf: (tx: TransactionsTx, did: string) => Promise<readonly string[]>
  /** Where mail to the company's admins and compliance officers goes. */
  readonly officerAddresses: (tx: TransactionsTx, did: string) => Promise<readonly string[]>
  /** Where mail to a person of the company goes; undefined: they have left. */
  readonly addressOf: (
    tx: TransactionsTx,
    did: string,
    person: string,
  ) => Promise<string | undefined>
  /** The address under which people reach the product. */
  readonly origin: string
  /** Whether the plan of a company covers one more transfer, to this counterparty. */
  readonly allowance: (
    tx: TransactionsTx,
    did: string,
    counterparty: string | null,
  ) => Promise<boolean>
  /** How many of something a company’s plan lets it have; null for as many as it likes. In the company’s transaction. */
  readonly planLimit: (
    tx: TransactionsTx,
    did: string,
    what: CountedThing,
    at: Date,
  ) => Promise<number | null>
  /** Forgets the PDFs that were made of transfers: nobody can check them any longer. */
  readonly forgetPdfs: (tx: TransactionsTx, did: string, ids: readonly string[]) => Promise<void>
  /** How what a company does reaches the other one of a transfer. */
  readonly counterparty: CounterpartyPort
  /** The companies that play a counterparty, so that others can try transfers; null: there are none. */
  readonly simulator: { readonly did: string; readonly subsidiary: string } | null
  /** Counts a chargeable transfer, once; within one payer they are free. */
  readonly meter: (
    tx: TransactionsTx,
    usage: {
      readonly did: string
      readonly transferId: string
      readonly counterparty: string | null
      /** Its symbol. */
      readonly asset: string
      readonly at: Date
    },
  ) => Promise<void>
}
