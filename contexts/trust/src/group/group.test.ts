import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainOf, change, people, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

type Person = ReturnType<ReturnType<typeof people>['officer']>
const nest = async (person: Person, group: string, did: string, action: 'add' | 'remove' = 'add') =>
  (
    await person.group.nest({
      query: { action },
      body: { group_vasp: group, subsidiaries: [did] },
    })
  ).results[0]?.result

test('[TF-12] 200 both sides agree before a company joins a group; each may end it', async () => {
  const { adminOf } = people(fixture)
  expect(await nest(adminOf(aster), aster, briar)).toBe('waits_for_subsidiary')
  // To ask twice is not to agree for the other side.
  expect(await nest(adminOf(aster), aster, briar)).toBe('waits_for_subsidiary')
  expect((await adminOf(briar).group.get({ did: briar })).requests).toMatchObject([
    { group: aster, groupName: 'Aster Exchange', subsidiary: briar, waitsFor: 'subsidiary' },
  ])
  expect(await nest(adminOf(briar), aster, briar)).toBe('nested')
  const group = await adminOf(aster).group.get({ did: aster })
  expect(group.subsidiaries.map(({ vasp }) => vasp.did)).toEqual([asterEu, briar])
  expect(group.requests).toEqual([])
  expect((await adminOf(briar).group.get({ did: briar })).parent?.vasp.did).toBe(aster)
  for (const did of [aster, briar])
    expect((await chainOf(fixture, did)).map(({ action }) => action)).toEqual([
      'group.ask',
      'group.add',
    ])
  expect(await nest(adminOf(briar), aster, briar, 'remove')).toBe('removed')
  expect(await nest(adminOf(briar), aster, briar, 'remove')).toBe('not_nested')
})

test('[TF-12] 200 the subsidiary may ask first, the group may decline, the network decides alone', async () => {
  const { adminOf, network } = people(fixture)
  expect(await nest(adminOf(briar), aster, briar)).toBe('waits_for_group')
  expect(await nest(adminOf(aster), aster, briar, 'remove')).toBe('removed')
  expect((await adminOf(briar).group.get({ did: briar })).requests).toEqual([])
  expect(await nest(network(), aster, briar)).toBe('nested')
  expect(await nest(network(), aster, briar, 'remove')).toBe('removed')
})

test('[TF-12] 409 a group has one level, no circle, one parent, and no company is its own', async () => {
  const { network } = people(fixture)
  const refused = async (group: string, did: string) =>
    (await refusal(nest(network(), group, did))).status
  expect(await refused(aster, aster)).toBe(409)
  expect(await refused(asterEu, aster)).toBe(409)
  expect(await refused(asterEu, briar)).toBe(409)
  expect(await refused(briar, aster)).toBe(409)
  expect(await refused(briar, asterEu)).toBe(409)
})

test('[TF-12] two nestings at once never make a chain', async () => {
  const { network } = people(fixture)
  await nest(network(), aster, asterEu, 'remove')
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.allSettled([
      nest(network(), aster, briar),
      nest(network(), asterEu, aster),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await change(fixture, 'update trust.vasp set subsidiary_of = null')
  }
  await nest(network(), aster, asterEu)
})

test('[TF-12] 404 for strangers to both sides and for companies that are not there', async () => {
  const { adminOf, network } = people(fixture)
  expect(await refusal(nest(adminOf(briar), aster, asterEu))).toMatchObject({ status: 404 })
  expect(await refusal(nest(adminOf(briar), aster, asterEu, 'remove'))).toMatchObject({
    status: 404,
  })
  expect(await refusal(nest(network(), 'did:x:nobody', briar))).toMatchObject({ status: 404 })
  expect(await refusal(nest(network(), aster, 'did:x:nobody'))).toMatchObject({ status: 404 })
  expect(await refusal(network().group.get({ did: 'did:x:nobody' }))).toMatchObject({ status: 404 })
  const none = { query: { action: 'add' as const }, body: { group_vasp: aster, subsidiaries: [] } }
  expect(await refusal(network().group.nest(none))).toMatchObject({ status: 422 })
})

test('[TF-12] the admin of a group disables its companies; their people are told', async () => {
  const { adminOf, network } = people(fixture)
  const set = (person: Person, did: string, action: 'enable' | 'disable') =>
    person.group.enable({ did, query: { entity_enablement: action } })
  expect(await set(adminOf(aster), asterEu, 'disable')).toEqual({ did: asterEu, enabled: false })
  await set(adminOf(aster), asterEu, 'disable')
  const mails = await rowsOf<{ recipient: string; subject: string }>(
    fixture,
    'select recipient, subject from mail.outbox',
  )
  expect(mails).toEqual([{ recipient: 'admin@a2.example', subject: 'Aster Europe was disabled' }])
  // Whoever disabled it for its group cannot undo it.
  expect(await refusal(set(adminOf(aster), asterEu, 'enable'))).toMatchObject({
    status: 403,
    body: { err: { message: 'Only the network can enable a company again' } },
  })
  // Neither its own admin nor a stranger's.
  for (const person of [adminOf(asterEu), adminOf(briar)])
    expect(await refusal(set(person, asterEu, 'enable'))).toMatchObject({ status: 404 })
  expect(await refusal(set(adminOf(aster), aster, 'disable'))).toMatchObject({ status: 404 })
  expect(await refusal(set(network(), 'did:x:nobody', 'enable'))).toMatchObject({ status: 404 })
  expect(await set(network(), asterEu, 'enable')).toEqual({ did: asterEu, enabled: true })
  const actions = (await chainOf(fixture, asterEu)).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['group.disable', 'group.enable'])
})
