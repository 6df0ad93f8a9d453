import { subscriptionStatuses } from '@countersign/contracts/billing'
import { expect, test } from 'vitest'
import { invoiceWord, statusWords } from './words.ts'

test('[BI-01] each status of a subscription is explained in words', () => {
  expect(Object.keys(statusWords).toSorted()).toEqual([...subscriptionStatuses].toSorted())
  for (const [status, { title, sentence, action }] of Object.entries(statusWords)) {
    expect(title).toMatch(/^[A-Z][a-z ]+$/)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    // Whoever pays, or is going to, has nothing to do.
    if (status === 'active' || status === 'future') expect(action).toBeNull()
    else expect(action?.label).toMatch(/^[A-Z][a-z ]+$/)
  }
  expect([invoiceWord('payment_due'), invoiceWord('something new')]).toEqual([
    'Overdue',
    'something new',
  ])
})
