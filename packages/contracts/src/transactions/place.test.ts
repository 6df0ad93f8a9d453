import { expect, test } from 'vitest'
import { type PlaceFacts, placeOf } from './place.ts'
import { reasonCodes, reasons, reasonsFor } from './reason.ts'
import { finalStatuses, type Status, statuses } from './status.ts'

const facts: PlaceFacts = {
  ...{ heldBy: null, withheldBy: null, request: null, asleep: false },
  ...{ byBeneficiary: false, originatorKnown: true, supplied: false },
}
const place = (
  status: Status,
  side: 'originator' | 'beneficiary',
  more: Partial<PlaceFacts> = {},
) => {
  const { words, section, waitsFor } = placeOf(status, side, { ...facts, ...more }) ?? {}
  return words && `${words} · ${section ?? '–'} · ${waitsFor ?? '–'}`
}

test('[TX-02] each side sees a status in its own words, section and turn', () => {
  expect(
    Object.fromEntries(
      statuses.map((status) => [
        status,
        [place(status, 'originator'), place(status, 'beneficiary')],
      ]),
    ),
  ).toEqual({
    SAVED: ['Saved · – · –', undefined],
    MISSING_BENEFICIARY_DATA: ['Beneficiary data missing · DATA · us', undefined],
    NEW: ['Ready to send · TO_APPROVE · us', undefined],
    WAITING_FOR_INFORMATION: ['No contact yet · UNREACHABLE · system', undefined],
    SENT: ['Sent, awaiting confirmation · – · them', 'Is this our address? · TO_CONFIRM · us'],
    ACK: ['Address confirmed · – · them', 'Accept or decline · TO_DECIDE · us'],
    NOT_READY: ['Counterparty not ready · – · them', 'Not ready yet · LATER · us'],
    ACCEPTED: ['Accepted · – · –', 'Accepted · – · –'],
    DECLINED: ['Declined by counterparty · – · –', 'Declined by us · – · –'],
    REJECTED: ['Not their address · – · –', 'Not our address · – · –'],
    CANCELLED: ['Cancelled · – · –', 'Cancelled by counterparty · – · –'],
    INCOMPLETE: ['Data requested · DATA · us', 'Deposit without Travel Rule data · DATA · them'],
  })
})

test('[TX-02] what stops a transfer moves it to another section', () => {
  expect(place('SAVED', 'originator', { heldBy: 'NO_RULE' })).toBe('Saved · TO_APPROVE · us')
  for (const heldBy of ['RULE', 'NO_RULE', 'UNKNOWN', 'DATA', 'PLAN'] as const)
    expect(place('WAITING_FOR_INFORMATION', 'originator', { heldBy })).toBe(
      'On hold · TO_APPROVE · us',
    )
  expect(place('WAITING_FOR_INFORMATION', 'originator', { heldBy: 'DISABLED' })).toBe(
    'Counterparty disabled · UNREACHABLE · system',
  )
  expect(place('NOT_READY', 'beneficiary', { asleep: true })).toBe('Not ready yet · LATER · –')
})

test('[TX-02] withheld data and an open request give the turn to the originator', () => {
  const withheld = { withheldBy: 'BLOCKED' } as const
  expect(place('ACK', 'originator', withheld)).toBe('Address confirmed · TO_APPROVE · us')
  expect(place('ACK', 'beneficiary', withheld)).toBe('Accept or decline · TO_DECIDE · us')
  const open = { request: 'OPEN' } as const
  expect(place('SENT', 'originator', open)).toBe('Sent, awaiting confirmation · DATA · us')
  expect(place('SENT', 'beneficiary', open)).toBe('Is this our address? · – · them')
  expect(place('SENT', 'beneficiary', { request: 'LAPSED' })).toBe(
    'Is this our address? · TO_CONFIRM · us',
  )
  expect(place('ACCEPTED', 'originator', open)).toBe('Accepted · – · –')
})

test('[TX-02] a deposit without data waits for the company that can help', () => {
  const ours = 'Deposit without Travel Rule data · DATA · us'
  expect(place('INCOMPLETE', 'beneficiary', { originatorKnown: false })).toBe(ours)
  expect(place('INCOMPLETE', 'beneficiary', { request: 'LAPSED' })).toBe(ours)
  expect(place('INCOMPLETE', 'originator', { supplied: true })).toBe(
    'Data requested · TO_APPROVE · us',
  )
  const own = { byBeneficiary: true }
  expect(place('CANCELLED', 'beneficiary', own)).toBe('Cancelled · – · –')
  expect(place('CANCELLED', 'originator', own)).toBe('Cancelled by counterparty · – · –')
})

test('[TX-02] no words say "rejected" alone, nor "declined" without by whom', () => {
  for (const status of finalStatuses)
    for (const side of ['originator', 'beneficiary'] as const)
      expect(place(status, side)).not.toMatch(/rejected|^declined ·/i)
})

test('[TX-02] a company that redirected a transfer away sees only that', () => {
  for (const status of statuses)
    expect(placeOf(status, 'former', facts)).toEqual({
      ...{ words: 'Redirected', section: null, waitsFor: null },
    })
})

test('[TX-02] an action offers its own reasons, and every action the open one', () => {
  expect(reasonsFor('reject')).toEqual([
    ...['NOT_OUR_ADDRESS', 'NOT_OUR_TRANSFER', 'OTHER_GROUP_ENTITY', 'BENEFICIARY_UNKNOWN'],
    ...['ASSET_NOT_SUPPORTED', 'OTHER'],
  ])
  expect(reasonsFor('release')).toEqual(['RISK_BASED', 'OTHER'])
  expect(reasonCodes).toHaveLength(28)
  expect(reasonCodes.filter((code) => reasons[code].commentRequired)).toEqual([
    ...['RISK_BASED', 'ACCEPTED_WITHOUT_DATA', 'OTHER'],
  ])
})
