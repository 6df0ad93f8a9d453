import type { Drift } from '@countersign/contracts/billing'

/** What differs, and what it means for the operator. */
export const differenceWords: Readonly<Record<Drift['kind'], readonly [string, string]>> = {
  snapshot: [
    'Subscription changed unnoticed',
    'The provider’s subscription had changed without an event. We now follow the provider.',
  ],
  usage_low: [
    'Provider has too few transfers',
    'The day is resent automatically. The next comparison checks it.',
  ],
  usage_high: [
    'Provider has too many transfers',
    'The company may have been overcharged, so nothing is lowered automatically. Resend the day to set our number, or accept the provider’s.',
  ],
  several_subscriptions: [
    'Several subscriptions in use',
    'The company may pay twice. Cancel one of them at the provider.',
  ],
  unknown_plan: [
    'Plan not in the configuration',
    'The company has the first paid plan until you add this one to the configuration.',
  ],
  too_old: [
    'Day too old to report',
    'The provider no longer accepts usage for that day. Correct the invoice there.',
  ],
  ledger: [
    'Ledger and daily totals differ',
    'This should never happen. Stop reporting and tell the people who run Countersign.',
  ],
  late_usage: [
    'Transfers billed late',
    'Their own period was already invoiced, so they were billed on a later day.',
  ],
  usage_rejected: [
    'Provider refused a day’s usage',
    'It accepted the number at first, then refused it. Resend the day once the cause is fixed.',
  ],
  entitlement: [
    'Access changed',
    'What the company could do didn’t match what it pays for. We now follow the provider.',
  ],
  unknown_customer: [
    'Unknown customer',
    'The provider has a customer that no company here uses. Delete it at the provider, or ignore it.',
  ],
  duplicate_customer: [
    'Two customers for one company',
    'The company may be billed twice. Keep the one we use and delete the others at the provider.',
  ],
}

/** What was done about it, in words. */
export const doneWords: Readonly<Record<NonNullable<Drift['action']>, string>> = {
  resent: 'Sent again',
  followed: 'Followed the provider',
  booked: 'Billed on a later day',
  accepted: 'Accepted',
  ignored: 'Ignored',
  gone: 'Resolved',
}
