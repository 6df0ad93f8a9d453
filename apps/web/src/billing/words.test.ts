import { subscriptionStatuses } from '@countersign/contracts/billing'
import { expect, test } from 'vitest'
import { invoiceWord, statusWords } from './words.ts'

test('[BI-01] each status of a subscription is explained in words', () => {
  expect(Object.keys(statusWords).toSorted()).toEqual([...subscriptionStatuses].toSorted())
  for (const { title, sentence } of Object.values(statusWords)) {
    expect(title).toMatch(/^[A-Z][a-z ]+$/)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  }
  expect([invoiceWord('payment_due'), invoiceWord('something new')]).toEqual([
    'Overdue',
    'something new',
  ])
})
