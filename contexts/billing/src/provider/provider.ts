import type {
  BillingEntity,
  CostPreview,
  portalFlows,
  Subscription,
} from '@countersign/contracts/billing'
import type { Plan } from '../plan/index.ts'
import type { SetUp } from './setup.ts'

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
  readonly number: string | null
  /** ISO 4217, in capitals. */
  readonly currency: string | null
  /** In the currency’s smallest unit. */
  readonly totalMinor: number | null
  readonly dueMinor: number | null
}

/** Whose usage is meant. */
export type Metered = { readonly customer: string; readonly subscription: string }

/** The units of one day, as they are to stand at the provider. */
export type DayUsage = Metered & {
  /** Its first moment. */
  readonly day: Date
  /** Where the day ends for its bill: midnight, or the end of a period before that. */
  readonly until: Date
  readonly units: number
  /** Larger each time that the units change. */
  readonly revision: number
}

/** What a provider expects to bill at the end of the period. */
export type Preview = {
  readonly currency: string
  readonly lines: CostPreview['lines']
  readonly total: number
}

/** What of a billing entity a provider is told. */
export type BilledTo = {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly address: BillingEntity['address']
  readonly taxId: { readonly type: string; readonly value: string } | null
  /** Printed on invoices. */
  readonly purchaseOrder: string | null
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
  /** It tells of usage that was refused: which, has to be asked with {@link BillingProvider.refusals}. */
  readonly refusesUsage?: boolean
}

/** Usage of a day that a provider took at first and refused afterwards. */
export type Refusal = {
  readonly customerId: string
  /** As `2026-11-25`. */
  readonly day: string
  /** The provider’s own word for why. */
  readonly why: string
}

/** What a portal opens with. */
export type Flow = (typeof portalFlows)[number]

/** A header of a request, by its name in small letters. */
export type Header = (name: string) => string | undefined

/** Who takes the money. Failures are those of an upstream: 502, 503. */
export type BillingProvider = {
  readonly name: 'stripe' | 'chargebee' | 'demo'
  /** Finds or makes the customer of a payer; a repeated call makes no second one. */
  customer(payer: { readonly did: string; readonly name: string }): Promise<string>
  snapshot(customerId: string): Promise<Snapshot>
  /** The address of the provider’s own portal, and when it ends where the provider says so. */
  portal(
    customerId: string,
    wish: { readonly returnUrl: string; readonly flow?: Flow | undefined },
  ): Promise<{ readonly url: string; readonly endsAt: Date | null }>
  updateCustomer(customerId: string, entity: BilledTo): Promise<void>
  /** A page where this customer subscribes to a plan of that key. The same `key` gives the same page. */
  checkout(
    customerId: string,
    wish: { readonly plan: string; readonly returnUrl: string; readonly key: string },
  ): Promise<string>
  /** Where an invoice can be seen, good for a few minutes. */
  invoiceLink(customerId: string, invoiceId: string): Promise<string>
  /** The PDF of an invoice, byte for byte as the provider made it. */
  invoicePdf(customerId: string, invoiceId: string): Promise<Buffer>
  preview(of: Metered): Promise<Preview>
  /** Whether a day is reported while it runs, or only when it is over. */
  readonly reports: 'running' | 'closed'
  /** Sets (never adds to) the units of one day: repeating does no harm. */
  setUsage(usage: DayUsage): Promise<void>
  /** The units of each day from the first until before the last, as `2026-11-25`; days without any are absent. */
  usageOf(of: Metered, from: Date, until: Date): Promise<ReadonlyMap<string, number>>
  /** Events since then, for those that never arrived; the oldest first. */
  eventsSince(at: Date): Promise<readonly ProviderEvent[]>
  /** What an event says of refused usage. */
  refusals(eventId: string): Promise<readonly Refusal[]>
  /** Finds or makes what it needs to sell these plans, and changes nothing that is there. */
  setUp(plans: readonly Plan[]): Promise<readonly SetUp[]>
  /** All customers that there are, with the DID that we gave them; null for those of others. */
  customers(): Promise<readonly { readonly id: string; readonly did: string | null }[]>
  /** Verifies one delivery and reads it. @throws 400 or 401 when it is not the provider’s */
  readEvent(body: Buffer, header: Header): ProviderEvent
}

/** The provider of a deployment: its libraries are loaded when it is first needed. */
export type ConfiguredProvider = {
  readonly name: BillingProvider['name']
  load(): Promise<BillingProvider>
}

/** What a provider sells, shows and is told. */
export type Sales = Pick<
  BillingProvider,
  'updateCustomer' | 'checkout' | 'invoiceLink' | 'invoicePdf' | 'preview'
>
