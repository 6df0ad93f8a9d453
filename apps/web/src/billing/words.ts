import type { Limits, Subscription } from '@countersign/contracts/billing'
import type { NoticeTone } from '../ui/page/notice.tsx'

/** What a status means for the company, and what it can do about it. */
export interface StatusWords {
  title: string
  sentence: string
  tone: NoticeTone
  /** What to do about it; null where there is nothing to do. */
  action: StatusAction | null
}

/** A button, and where it leads: to the plans, or to the provider’s portal. */
export interface StatusAction {
  label: string
  to: 'plans' | 'portal'
}

const choose: StatusAction = { label: 'Choose a plan', to: 'plans' }
const pay: StatusAction = { label: 'Pay open invoices', to: 'portal' }

/** A sentence for each status of a subscription. */
export const statusWords: Readonly<Record<Subscription['subscription_status'], StatusWords>> = {
  none: {
    title: 'No subscription',
    sentence: 'Your company is on the free plan.',
    tone: 'info',
    action: choose,
  },
  incomplete: {
    title: 'First payment pending',
    sentence: 'The subscription starts as soon as the first payment has gone through.',
    tone: 'warning',
    action: { label: 'Complete payment', to: 'portal' },
  },
  incomplete_expired: {
    title: 'First payment failed',
    sentence: 'The subscription never started. Subscribe again to leave the free plan.',
    tone: 'warning',
    action: choose,
  },
  trialing: {
    title: 'Trial',
    sentence: 'You have full access during the trial.',
    tone: 'info',
    action: { label: 'Add a payment method', to: 'portal' },
  },
  in_trial: {
    title: 'Trial',
    sentence: 'You have full access during the trial.',
    tone: 'info',
    action: { label: 'Add a payment method', to: 'portal' },
  },
  future: {
    title: 'Starts later',
    sentence: 'The subscription hasn’t started yet. Until then, the free plan applies.',
    tone: 'info',
    action: null,
  },
  active: {
    title: 'Active',
    sentence: 'Your subscription is paid.',
    tone: 'success',
    action: null,
  },
  past_due: {
    title: 'Payment overdue',
    sentence: 'Your last payment failed. Update your payment method to keep full access.',
    tone: 'warning',
    action: { label: 'Update payment method', to: 'portal' },
  },
  unpaid: {
    title: 'Unpaid',
    sentence: 'Several payments failed, so the free plan applies. Pay the open invoices to return.',
    tone: 'danger',
    action: pay,
  },
  paused: {
    title: 'Paused',
    sentence: 'The subscription is paused, so the free plan applies. Resume it at any time.',
    tone: 'warning',
    action: { label: 'Resume', to: 'portal' },
  },
  canceled: {
    title: 'Canceled',
    sentence: 'Access lasts until the end of what you’ve paid for; then the free plan applies.',
    tone: 'warning',
    action: choose,
  },
}

/** What is limited, in words. */
export const limitNames: Readonly<Record<Limits['limits'][number]['key'], string>> = {
  outgoing_sent: 'Chargeable transfers this month',
  ddq_requests: 'Questionnaires requested this month',
  rules: 'Rules',
  api_credentials: 'API credentials',
  webhook_endpoints: 'Webhook endpoints',
  sub_entities: 'Subsidiaries',
}

/** What happens to more of them than a plan covers. */
export const beyondLimit: typeof limitNames = {
  outgoing_sent: 'Further transfers wait until they can be sent.',
  ddq_requests: 'You can request more next month, or with another plan.',
  rules: 'More with another plan.',
  api_credentials: 'More with another plan.',
  webhook_endpoints: 'More with another plan.',
  sub_entities: 'More with another plan.',
}

const invoiceWords: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  posted: 'Open',
  payment_due: 'Overdue',
  not_paid: 'Not paid',
  uncollectible: 'Written off',
  void: 'Void',
  voided: 'Void',
  pending: 'Pending',
}

/** A provider’s word for the state of an invoice, in ours. */
export const invoiceWord = (status: string): string => invoiceWords[status] ?? status
