import type { Action } from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import { type Beginning, walk } from './walk.rules.ts'

const [kestrel, granite] = ['did:web:kestrel.example', 'did:web:granite.example'] as const
const minute = (n: number) => new Date(Date.UTC(2026, 10, 1, 10, n))
const begun: Beginning = {
  ...{ status: 'NEW', type: 'TRAVELRULE', originator: kestrel, beneficiary: granite },
  ...{ by: 'did:example:mei', at: minute(0), counterparty: { enabled: true, hasAdmin: true } },
}
const sides = { ours: kestrel, theirs: granite }
type Said = readonly [side: keyof typeof sides, action: Action]
const went = (said: readonly Said[], more: Partial<Beginning> = {}) =>
  walk(
    { ...begun, ...more },
    said.map(([side, action], n) => ({
      ...{ company: sides[side], by: 'did:example:mei', action, at: minute(n + 1) },
      ...(action === 'decline' && { reason: 'BENEFICIARY_UNKNOWN' }),
    })),
  )

test('[TX-02] acts take a transfer of the past on, each at its time', () => {
  expect(went([])).toMatchObject({ status: 'NEW', version: 1, heldBy: 'NO_RULE', sentAt: null })
  expect(
    went([
      ['ours', 'approve'],
      ['theirs', 'confirm'],
      ['theirs', 'accept'],
    ]),
  ).toMatchObject({
    ...{ status: 'ACCEPTED', version: 5, heldBy: null, reason: null },
    ...{ sentAt: minute(1), ackedAt: minute(2), releasedAt: minute(2), decidedAt: minute(3) },
    ...{ updatedAt: minute(3) },
    acts: [
      { side: 'originator', action: 'create', from: null, to: 'NEW', version: 1 },
      { side: 'originator', action: 'approve', from: 'NEW', to: 'SENT', version: 2 },
      { side: 'beneficiary', action: 'confirm', from: 'SENT', to: 'ACK', version: 3 },
      { side: 'system', action: 'release', version: 4, reason: null },
      { side: 'beneficiary', action: 'accept', from: 'ACK', to: 'ACCEPTED', version: 5 },
    ],
  })
  const declined = went([
    ['ours', 'approve'],
    ['theirs', 'decline'],
  ])
  expect(declined.reason).toEqual({ code: 'BENEFICIARY_UNKNOWN', by: 'beneficiary' })
  expect(declined).toMatchObject({ status: 'DECLINED', ackedAt: null, decidedAt: minute(2) })
})

test.each<[string, readonly Said[]]>([
  ['NEW', [['ours', 'process']]],
  ['CANCELLED', [['ours', 'cancel']]],
  [
    'CANCELLED',
    [
      ['ours', 'approve'],
      ['theirs', 'confirm'],
      ['ours', 'cancel'],
    ],
  ],
  [
    'ACK',
    [
      ['ours', 'approve'],
      ['theirs', 'confirm'],
      ['ours', 'process'],
    ],
  ],
])('[TX-02] of the past nothing was in the way: %s after %j', (status, said) => {
  expect(went(said).status).toBe(status)
})

test.each<{ said: readonly Said[] }>([
  { said: [['theirs', 'confirm']] },
  { said: [['theirs', 'cancel']] },
  {
    said: [
      ['ours', 'approve'],
      ['ours', 'approve'],
    ],
  },
  {
    said: [
      ['ours', 'approve'],
      ['theirs', 'accept'],
    ],
  },
  {
    said: [
      ['ours', 'approve'],
      ['theirs', 'confirm'],
      ['ours', 'release'],
    ],
  },
])('[TX-02] what the state machine refuses is no past: $said', ({ said }) => {
  expect(() => went(said)).toThrow(/ is (HIDDEN|FORBIDDEN|REFUSE|SAME)$/)
})

test.each([{ enabled: true, hasAdmin: false }, { enabled: false, hasAdmin: true }, undefined])(
  '[TX-02] where nobody can be reached, it waits: %j',
  (counterparty) => {
    expect(went([['ours', 'approve']], { counterparty })).toMatchObject({
      ...{ status: 'WAITING_FOR_INFORMATION', sentAt: null },
      heldBy: counterparty?.enabled === false ? 'DISABLED' : 'NO_CONTACT',
    })
  },
)
