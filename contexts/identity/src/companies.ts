import type { Tx } from '@countersign/kit/db'

/** Of a company, what matters to who may belong to it. */
export type Company = {
  readonly did: string
  readonly name: string
  readonly website: string | null
  /** The registrable domains of its people's addresses, as the network knows them. */
  readonly emailDomains: readonly string[]
  readonly hasAdmin: boolean
}

/** A company to be: what its maker says of it. */
export type CompanyToBe = {
  readonly did: string
  readonly profile: Readonly<Record<string, unknown>>
  readonly emailDomains: readonly string[]
  /** Whether the directory lists it. */
  readonly discoverable: boolean
}

/** What this context needs of the companies. All of it happens in the transaction that it is given. */
export type Companies = {
  /** The companies of these DIDs that are there. */
  find<T>(tx: Tx<T>, dids: readonly string[]): Promise<Company[]>
  /** The group parent of a company. */
  gatewayOf<T>(tx: Tx<T>, did: string): Promise<{ did: string; name: string } | null>
  /** Those of the companies whose group parent this is. */
  membersAmong<T>(tx: Tx<T>, dids: readonly string[], parent: string): Promise<string[]>
  /** Forgets what somebody who leaves a company has seen for it. */
  left<T>(tx: Tx<T>, company: string, person: string): Promise<void>
  /** Those of the companies that are disabled. */
  disabledAmong<T>(tx: Tx<T>, dids: readonly string[]): Promise<{ did: string; name: string }[]>
  /** Whether some company has this email domain already. */
  isTaken<T>(tx: Tx<T>, emailDomain: string): Promise<boolean>
  /** Adds a company, unverified, and in no directory until the network has reviewed it. */
  create<T>(tx: Tx<T>, company: CompanyToBe, at: Date): Promise<void>
  /** Follows what became of the request to run a new company. */
  settle<T>(
    tx: Tx<T>,
    did: string,
    listing: 'listed' | 'declined' | 'withdrawn',
    at: Date,
  ): Promise<void>
  /** Notes that a company has an admin. */
  claimed<T>(tx: Tx<T>, did: string, at: Date): Promise<void>
}
