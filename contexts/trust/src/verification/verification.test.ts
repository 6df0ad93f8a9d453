import { type VerificationAction, verificationChecks } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainOf, change, people, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { expireOverdue } from './verification.operations.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

const checks = Object.keys(verificationChecks) as (keyof typeof verificationChecks)[]
const move = (
  person: ReturnType<ReturnType<typeof people>['officer']>,
  did: string,
  action: VerificationAction,
  more: object = {},
) => person.verification.move({ did, body: { action, note: `Because of ${action}`, ...more } })

describe('from submission to approval', () => {
  test('[TF-05] 200 submit, take, approve: state, history, mail, event and audit', async () => {
    const { adminOf, network } = people(fixture)
    const submitted = await move(adminOf(asterEu), asterEu, 'submit')
    expect(submitted).toMatchObject({ status: 'SUBMITTED', expiresAt: null })
    const queue = await network().verification.queue({})
    expect(queue).toMatchObject({ total: 1, companies: [{ vasp: { did: asterEu } }] })
    fixture.clock.advance(1000)
    await move(network(), asterEu, 'take')
    fixture.clock.advance(1000)
    const done = await move(network(), asterEu, 'approve', { checks })
    expect(done.status).toBe('VERIFIED')
    expect(done.expiresAt?.slice(0, 4)).toBe(String(new Date(fixture.clock()).getUTCFullYear() + 1))
    expect(done.history.map(({ action, by }) => [action, by])).toEqual([
      ['approve', 'network'],
      ['take', 'network'],
      ['submit', 'company'],
    ])
    expect(done.history.at(-1)).toMatchObject({ note: 'Because of submit', evidence: [] })
    expect((await network().verification.queue({})).total).toBe(0)

    const mails = await rowsOf<{ recipient: string; subject: string }>(
      fixture,
      'select recipient, subject from mail.outbox order by id',
    )
    expect(mails).toEqual([
      { recipient: 'admin@a2.example', subject: 'Verification of Aster Europe' },
      { recipient: 'admin@a2.example', subject: 'Verification of Aster Europe' },
    ])
    const events = await rowsOf<{ payload: { to: string } }>(
      fixture,
      `select payload from outbox.event where type = 'vasp.verification.changed' order by position`,
    )
    expect(events.map(({ payload }) => payload.to)).toEqual([
      'SUBMITTED',
      'PENDING_REVIEW',
      'VERIFIED',
    ])
    const chain = await chainOf(fixture, asterEu)
    expect(chain.map(({ action }) => action)).toEqual([
      'verification.submit',
      'verification.take',
      'verification.approve',
    ])
    expect(JSON.stringify(chain)).not.toContain('Because')
  })

  test('[TF-05] 422 an approval needs every check, and stores nothing', async () => {
    const { network } = people(fixture)
    await change(
      fixture,
      `update trust.vasp set verification_status = 'PENDING_REVIEW' where vasp_did = '${briar}'`,
    )
    for (const some of [[], checks.slice(1)]) {
      const answer = await refusal(move(network(), briar, 'approve', { checks: some }))
      expect(answer.status).toBe(422)
    }
    expect((await network().verification.get({ did: briar })).status).toBe('PENDING_REVIEW')
    await move(network(), briar, 'reject')
    expect((await network().verification.get({ did: briar })).history).toHaveLength(1)
  })
})

describe('refusals', () => {
  test('[TF-05] 403 only the network takes, approves, rejects and suspends', async () => {
    for (const action of ['take', 'approve', 'reject', 'suspend', 'reopen'] as const)
      expect(await refusal(move(people(fixture).adminOf(aster), aster, action))).toMatchObject({
        status: 403,
      })
  })

  test('[TF-05] 409 in a wrong state', async () => {
    const { network } = people(fixture)
    for (const action of ['submit', 'appeal', 'renew', 'take', 'approve', 'reopen'] as const)
      expect(await refusal(move(network(), aster, action, { checks }))).toMatchObject({
        status: 409,
      })
  })

  test('[TF-05] 404 without such a company, 422 without a note', async () => {
    const { network } = people(fixture)
    expect(await refusal(move(network(), 'did:x:nobody', 'submit'))).toMatchObject({ status: 404 })
    expect(await refusal(network().verification.get({ did: 'did:x:nobody' }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(move(network(), aster, 'suspend', { note: '  ' }))).toMatchObject({
      status: 422,
    })
  })

  test('[TF-05] of twenty takers at once one wins, and the history has one move more', async () => {
    const { network } = people(fixture)
    await move(network(), briar, 'appeal')
    const before = (await network().verification.get({ did: briar })).history.length
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => move(network(), briar, 'take')),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await network().verification.get({ did: briar })).history).toHaveLength(before + 1)
  })
})

describe('the end of a verification', () => {
  test('[TF-05] a change of the legal name ends it, a change of the description does not', async () => {
    const { officer } = people(fixture)
    await officer().vasp.update({ body: { did: aster, fields: { description: 'Spot' } } })
    expect((await officer().verification.get({ did: aster })).status).toBe('VERIFIED')
    await officer().vasp.update({ body: { did: aster, fields: { legalName: 'Aster Ltd' } } })
    const after = await officer().verification.get({ did: aster })
    expect(after).toMatchObject({ status: 'EXPIRED', expiresAt: null })
    expect(after.history[0]).toMatchObject({ action: 'expire', by: 'system' })
    expect(after.history[0]?.note).toContain('legalName')
    expect((await move(officer(), aster, 'renew')).status).toBe('PENDING_REVIEW')
  })

  test('[TF-05] twelve months end it once, and those that are still good stay', async () => {
    const { adminOf, network } = people(fixture)
    await move(adminOf(asterEu), asterEu, 'submit')
    await move(network(), asterEu, 'take')
    await move(network(), asterEu, 'approve', { checks })
    const before = (await network().verification.get({ did: asterEu })).history.length
    expect(await expireOverdue(fixture.database, new Date(fixture.clock()))).toBe(0)
    const later = new Date(fixture.clock() + 366 * 86_400_000)
    expect(await expireOverdue(fixture.database, later)).toBe(1)
    expect(await expireOverdue(fixture.database, later)).toBe(0)
    const after = await network().verification.get({ did: asterEu })
    expect(after.status).toBe('EXPIRED')
    expect(after.history).toHaveLength(before + 1)
  })
})

describe('what a verification was given for', () => {
  const verified = () =>
    change(
      fixture,
      `update trust.vasp set verification_status = 'VERIFIED', profile = '{"name": "Aster Exchange",
        "legalName": "Aster Exchange Pte. Ltd.", "website": "https://aster-exchange.example"}'
        where vasp_did = '${aster}'`,
    )
  const update = (fields: object, person = people(fixture).officer()) =>
    person.vasp.update({ body: { did: aster, fields } })
  const statusOf = async () =>
    (await people(fixture).network().verification.get({ did: aster })).status

  test.each([
    [{ name: 'Kestrel Bay Exchange' }],
    [{ website: 'https://kestrelbay.example' }],
    [{ legalName: 'Kestrel Bay Pte. Ltd.' }],
    [{ otherNames: ['Kestrel Bay'] }],
    [{ name: 'Aster.Exchange' }],
    [{ certificates: ['PS-77'] }],
  ])('[TF-05] %j ends it', async (fields) => {
    await verified()
    await update(fields)
    expect(await statusOf()).toBe('EXPIRED')
  })

  test.each([
    [{ legalName: 'ASTER EXCHANGE PTE LTD' }],
    [{ name: 'aster  exchange' }],
    [{ website: 'https://ASTER-EXCHANGE.example/' }],
    [{ description: 'Spot trading' }],
  ])('[TF-05] %j says the same, and leaves it', async (fields) => {
    await verified()
    await update(fields)
    expect(await statusOf()).toBe('VERIFIED')
  })

  test('[TF-05] 409 nobody approves a company that changed while they looked at it', async () => {
    const { network, adminOf } = people(fixture)
    await change(
      fixture,
      `update trust.vasp set verification_status = 'PENDING_REVIEW' where vasp_did = '${briar}'`,
    )
    const { version } = await network().vasp.get({ did: briar })
    await adminOf(briar).vasp.update({ body: { did: briar, fields: { name: 'Kestrel Bay' } } })
    const stale = move(network(), briar, 'approve', { checks, version })
    expect(await refusal(stale)).toMatchObject({ status: 409 })
    await move(network(), briar, 'approve', { checks, version: version + 1 })
    await adminOf(briar).vasp.update({ body: { did: briar, fields: { name: 'Briar Custody' } } })
  })
})
