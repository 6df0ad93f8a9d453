import type { Limits, Subscription } from '@countersign/contracts/billing'
import type { NoticeTone } from '../ui/page/notice.tsx'

/** What a status means for the company, and what it can do about it. */
export interface StatusWords {
  title: string
  sentence: string
  tone: NoticeTone
}

/** A sentence for each status of a subscription. */
export const statusWords: Readonly<Record<Subscription['subscription_status'], StatusWords>> = {
  none: {
    title: 'No subscription',
    sentence: 'Your company is on the free plan.',
    tone: 'info',
  },
  incomplete: {
    title: 'First payment pending',
    sentence: 'The subscription starts as soon as the first payment has gone through.',
    tone: 'warning',
  },
  incomplete_expired: {
    title: 'First payment failed',
    sentence: 'The subscription never started. Subscribe again to leave the free plan.',
    tone: 'warning',
  },
  trialing: { title: 'Trial', sentence: 'You have full access during the trial.', tone: 'info' },
  in_trial: { title: 'Trial', sentence: 'You have full access during the trial.', tone: 'info' },
  future: {
    title: 'Starts later',
    sentence: 'The subscription hasn’t started yet. Until then, the free plan applies.',
    tone: 'info',
  },
  active: { title: 'Active', sentence: 'Your subscription is paid.', tone: 'success' },
  past_due: {
    title: 'Payment overdue',
    sentence: 'Your last payment failed. Update your payment method to keep full access.',
    tone: 'warning',
  },
  unpaid: {
    title: 'Unpaid',
    sentence: 'Several payments failed, so the free plan applies. Pay the open invoices to return.',
    tone: 'danger',
  },
  paused: {
    title: 'Paused',
    sentence: 'The subscription is paused, so the free plan applies. Resume it at any time.',
    tone: 'warning',
  },
  canceled: {
    title: 'Canceled',
    sentence: 'Access lasts until the end of what you’ve paid for; then the free plan applies.',
    tone: 'warning',
  },
}

/** What is limited, in words. */
export const limitNames: Readonly<Record<Limits['limits'][number]['key'], string>> = {
  outgoing_sent: 'Chargeable transfers this month',
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
