import type { Subscription } from '@countersign/contracts/billing'

/** A subscription as a provider shows it. */
export type Seen = {
  readonly id: string
  readonly status: Subscription['subscription_status']
  /** The provider’s own name of what is paid for. */
  readonly plan: string
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  /** When the oldest unpaid invoice was due. */
  readonly pastDueSince: Date | null
  readonly endsAt: Date | null
  readonly createdAt: Date
}

/** An invoice as a provider shows it. */
export type SeenInvoice = {
  readonly id: string
  readonly issuedAt: Date
  readonly dueAt: Date | null
  readonly status: string
}

/** All that we keep of one customer, read at once. */
export type Snapshot = {
  readonly subscriptions: readonly Seen[]
  /** The newest first, 24 at most. */
  readonly invoices: readonly SeenInvoice[]
  /** Where what is open can be paid. */
  readonly hostedPageUrl: string | null
}

/** What a provider’s event tells: that this customer should be read again. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  readonly customerId: string | null
}

/** A header of a request, by its name in small letters. */
export type Header = (name: string) => string | undefined

/** Who takes the money. Failures are those of an upstream: 502, 503. */
export type BillingProvider = {
  readonly name: 'stripe' | 'chargebee' | 'demo'
  /** Finds or makes the customer of a payer; a repeated call makes no second one. */
  customer(payer: { readonly did: string; readonly name: string }): Promise<string>
  snapshot(customerId: string): Promise<Snapshot>
  /** The address of the provider’s own portal, good for a few minutes. */
  portal(customerId: string, returnUrl: string): Promise<string>
  /** Verifies one delivery and reads it. @throws 400 or 401 when it is not the provider’s */
  readEvent(body: Buffer, header: Header): ProviderEvent
}

/** The provider of a deployment: its libraries are loaded when it is first needed. */
export type ConfiguredProvider = {
  readonly name: BillingProvider['name']
  load(): Promise<BillingProvider>
}
