import { actions, actors, holds } from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import { type Approval, personNeeded, secondNeeded } from './approval.rules.ts'

test('[TX-02] a machine cannot do what is kept for a person', () => {
  const needed = holds.filter((heldBy) => personNeeded('approve', { heldBy }, 'CLIENT'))
  expect(needed).toEqual(['RULE', 'UNKNOWN'])
  expect(holds.filter((heldBy) => personNeeded('process', { heldBy }, 'CLIENT'))).toEqual([
    'RULE',
    'NO_RULE',
    'UNKNOWN',
    'DATA',
    'PLAN',
  ])
  const free = { heldBy: null }
  for (const by of actors)
    expect(personNeeded('release', free, by)).toBe(by !== 'PERSON' && by !== 'SYSTEM')
  for (const by of ['CLIENT', 'RULE'] as const) {
    expect(personNeeded('accept', { ...free, reason: 'ACCEPTED_WITHOUT_DATA' }, by)).toBe(true)
    expect(personNeeded('accept', { ...free, reason: 'RISK_BASED' }, by)).toBe(true)
    expect(personNeeded('accept', { ...free, reason: 'SELF_HOSTED_ORIGIN' }, by)).toBe(false)
    expect(personNeeded('accept', free, by)).toBe(false)
  }
})

test('[TX-02] a person is never kept out, and nobody is kept from refusing', () => {
  for (const heldBy of [...holds, null])
    for (const action of actions)
      expect(personNeeded(action, { heldBy, reason: 'RISK_BASED' }, 'PERSON')).toBe(false)
  for (const action of ['cancel', 'decline', 'reject'] as const)
    for (const by of actors)
      expect(personNeeded(action, { heldBy: 'RULE', reason: 'RISK_BASED' }, by)).toBe(false)
})

test('[TX-02] a rule that judges anew clears what a rule held', () => {
  expect(personNeeded('approve', { heldBy: 'RULE' }, 'RULE')).toBe(false)
  expect(personNeeded('process', { heldBy: 'RULE' }, 'RULE')).toBe(true)
})

const off = { approveFrom: null, acceptFrom: null }
const limits = { approveFrom: 1000n, acceptFrom: 5000n }
const at = (value: bigint | null) => ({ value, withheldBy: null })

test('[TX-02] from the limit on a second person is needed, for the acts that go on', () => {
  for (const action of ['approve', 'process', 'release'] as const) {
    expect(secondNeeded(limits, action, at(999n), [])).toBe(false)
    expect(secondNeeded(limits, action, at(1000n), [])).toBe(true)
    expect(secondNeeded(limits, action, at(null), [])).toBe(true)
    expect(secondNeeded(off, action, at(null), [])).toBe(false)
  }
  expect(secondNeeded(limits, 'accept', at(4999n), [])).toBe(false)
  expect(secondNeeded(limits, 'accept', at(5000n), [])).toBe(true)
  for (const action of ['cancel', 'decline', 'reject', 'confirm'] as const)
    expect(secondNeeded(limits, action, at(9000n), [])).toBe(false)
})

test('[TX-02] data withheld from a blocked company, or by a rule, is released by two persons', () => {
  const by = (withheldBy: 'BLOCKED' | 'RULE' | 'UNVERIFIED') =>
    secondNeeded(off, 'release', { value: 1n, withheldBy }, [])
  expect([by('BLOCKED'), by('RULE'), by('UNVERIFIED')]).toEqual([true, true, false])
})

test('[TX-02] only another person completes an act of two', () => {
  const person = (who: string): Approval => ({ action: 'approve', by: 'PERSON', who })
  const client: Approval = { action: 'approve', by: 'CLIENT', who: 'client' }
  const rule: Approval = { action: 'approve', by: 'RULE', who: 'rule' }
  const needed = (...approvals: Approval[]) => secondNeeded(limits, 'approve', at(1000n), approvals)
  expect(needed(person('ana'))).toBe(true)
  expect(needed(person('ana'), person('ana'))).toBe(true)
  expect(needed(person('ana'), person('ben'))).toBe(false)
  expect(needed(rule, person('ana'))).toBe(false)
  expect(needed(client, person('ana'))).toBe(false)
  expect(needed(person('ana'), client)).toBe(true)
  expect(needed({ ...person('ben'), action: 'process' }, person('ana'))).toBe(true)
})
