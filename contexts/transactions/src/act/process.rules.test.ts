import { type Status, statuses } from '@countersign/contracts/transactions'
import { statusesToProcess } from '@countersign/contracts/trust'
import { expect, test } from 'vitest'
import { hasReached, type Passage, processes } from './process.rules.ts'

const free = { heldBy: null, processed: false, onChain: false } as const
const from = (status: Status): Passage['before'] => ({ status, heldBy: null })
const passes = (before: Status | null, status: Status): Passage => ({
  ...free,
  ...{ before: before && from(before), status },
})

test('[TX-07] a status has reached its level and those before it', () => {
  const reached = (level: (typeof statusesToProcess)[number]) =>
    statuses.filter((status) => hasReached(status, level))
  expect(reached('CREATED')).toEqual([
    ...['SAVED', 'MISSING_BENEFICIARY_DATA', 'NEW', 'WAITING_FOR_INFORMATION'],
    ...['SENT', 'ACK', 'NOT_READY', 'ACCEPTED'],
  ])
  expect(reached('SENT')).toEqual(['SAVED', 'SENT', 'ACK', 'NOT_READY', 'ACCEPTED'])
  expect(reached('ACK')).toEqual(['SAVED', 'ACK', 'ACCEPTED'])
  expect(reached('ACCEPTED')).toEqual(['SAVED', 'ACCEPTED'])
  for (const level of statusesToProcess) expect(hasReached(null, level)).toBe(false)
})

test('[TX-07] the coins may move when the level of the setting is passed, and only then', () => {
  expect(processes('CREATED', passes(null, 'NEW'))).toBe('SEND')
  expect(processes('SENT', passes(null, 'NEW'))).toBeNull()
  expect(processes('SENT', passes('NEW', 'SENT'))).toBe('SEND')
  // Accepted at once passes several levels.
  expect(processes('ACK', passes('SENT', 'ACCEPTED'))).toBe('SEND')
  for (const level of statusesToProcess)
    expect(processes(level, passes(null, 'SAVED'))).toBe('SEND')
  for (const status of statuses) expect(processes(null, passes(null, status))).toBeNull()
})

test('[TX-07] a cancellation or a refusal that came first wins', () => {
  for (const status of ['CANCELLED', 'DECLINED', 'REJECTED', 'INCOMPLETE'] as const)
    for (const level of statusesToProcess)
      expect(processes(level, passes('SENT', status))).toBeNull()
})

test('[TX-07] a changed setting does not move the coins of a transfer that is past it', () => {
  expect(processes('SENT', passes('ACK', 'ACCEPTED'))).toBeNull()
  expect(processes('CREATED', passes('NEW', 'NEW'))).toBeNull()
})

test('[TX-07] nothing moves while the transfer is held; the end of the hold makes up for it', () => {
  for (const heldBy of ['RULE', 'NO_RULE', 'UNKNOWN', 'DATA', 'PLAN'] as const) {
    expect(processes('CREATED', { ...passes(null, 'NEW'), heldBy })).toBeNull()
    const lifted: Passage = { ...free, before: { status: 'SAVED', heldBy }, status: 'SAVED' }
    expect(processes('ACCEPTED', lifted)).toBe('SEND')
  }
  for (const heldBy of ['NO_CONTACT', 'DISABLED'] as const)
    expect(processes('CREATED', { ...passes(null, 'NEW'), heldBy })).toBe('SEND')
})

test('[TX-07] coins already on the chain, or already processed, are not sent again', () => {
  const onChain: Passage = { ...passes('INCOMPLETE', 'ACK'), onChain: true }
  expect(processes('SENT', onChain)).toBe('ALREADY_ON_CHAIN')
  expect(processes('ACCEPTED', onChain)).toBeNull()
  expect(processes('SENT', { ...passes('NEW', 'SENT'), processed: true })).toBeNull()
  expect(processes('SENT', { ...onChain, heldBy: 'RULE' })).toBeNull()
})
