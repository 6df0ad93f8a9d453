import type { CountedThing } from '@countersign/contracts/billing'
import type { Vault } from '@countersign/kit/vault'
import type { ActionSources } from './action/index.ts'
import type { Directory } from './directory/index.ts'
import type { DocumentScan, DocumentStorage } from './document/index.ts'
import type { Gleif, LicenceRegister } from './registry/index.ts'
import type { TrustDatabase, TrustTx } from './tables.ts'
import type { WebhookAccess, WebhookService } from './webhooks/index.ts'

type TransferCounts = {
  readonly counterparty: string
  readonly incoming: number
  readonly outgoing: number
  readonly travelRuleIncoming: number
  readonly travelRuleOutgoing: number
  readonly answered: number
}

/** Counts of transfers since a month, its first day. */
export type TransferActivity = {
  /** The greatest first. */
  readonly top: (
    tx: TrustTx,
    did: string,
    since: string,
    limit: number,
  ) => Promise<readonly TransferCounts[]>
  /** Month by month, newest first. */
  readonly byMonth: (
    tx: TrustTx,
    did: string,
    counterparties: readonly string[],
    since: string,
  ) => Promise<readonly (TransferCounts & { readonly month: string })[]>
}

/** What this context needs of the world; what is absent is not set up. */
export type TrustDeps = {
  /** Connected as countersign_app. */
  readonly database: TrustDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  /** Seals cursors and tickets for uploads. */
  readonly vault: Vault
  readonly documents: {
    readonly storage: DocumentStorage
    /** Looks at each file before it is kept; absent: nobody does. */
    readonly scan?: DocumentScan | undefined
    /** Where files wait until they are judged; on the disk of the folder storage. */
    readonly spoolFolder: string
    /** Writes a reader’s name across a PDF; null where that can’t be done. Absent: files leave as they are. */
    readonly mark?: (bytes: Uint8Array, reader: string, at: Date) => Promise<Uint8Array | null>
  }
  /** Where mail to a company's admins goes. Runs in the company's transaction. */
  readonly adminAddresses: (tx: TrustTx, company: string) => Promise<readonly string[]>
  /** Where people find the dashboard. */
  readonly origin: string
  /** How many transfers a company had with others, as transfers count them. In the company's transaction. */
  readonly transferActivity: TransferActivity
  readonly webhookAccess: WebhookAccess
  readonly webhooks: WebhookService
  readonly gleif?: Gleif
  readonly licences?: LicenceRegister
  readonly actionSources?: ActionSources
  /** How many of something a company’s plan lets it have; null for as many as it likes. In the company’s transaction. */
  readonly planLimit?: (
    tx: TrustTx,
    did: string,
    what: CountedThing,
    at: Date,
  ) => Promise<number | null>
  /** How many questionnaires a company’s plan lets it request from `start` to `end`; null for any number. */
  readonly questionnaireLimit?: (
    tx: TrustTx,
    did: string,
    at: Date,
  ) => Promise<{ readonly limit: number; readonly start: Date; readonly end: Date } | null>
}

/** What the operations of this context need. */
export type Deps = Required<TrustDeps> & { readonly directory: Directory }
