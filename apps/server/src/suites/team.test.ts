import type { CompanyRole } from '@countersign/contracts/identity'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aster, briar, cedar, type PeopleFixture, peopleFixture } from './people.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())

const status = async (work: Promise<unknown>) => (await refusal(work)).status
const rolesOf = async (subject: string) => {
  const viewer = await (await house.as(subject)).auth.viewer({})
  return viewer.roles.map(({ vaspDID, role }) => `${vaspDID} ${role}`)
}
const add = async (by: string, email: string, role: CompanyRole = 'viewer', did = aster) =>
  (await house.as(by)).auth.addUserToVasp({ body: { vaspDID: did, email, role } })
/** Answers the invitation of a company, as the person themselves. */
const answer = async (who: string, reply: 'accept' | 'decline', did = aster) => {
  const caller = await house.as(who)
  const { invitations } = await caller.auth.listOwnInvitations({})
  const found = invitations.find(({ vaspDID }) => vaspDID === did)
  await caller.auth.answerInvitation({
    ...{ vaspDid: did, invitationId: found?.id ?? 'inv_none' },
    body: { answer: reply },
  })
}
/** Invites a person, who accepts. */
const join = async (by: string, who: string, role: CompanyRole = 'viewer', did = aster) => {
  const [row] = await house.rows('select email from identity."user" where subject = $1', [who])
  await add(by, String(row?.email), role, did)
  await answer(who, 'accept', did)
}
const remove = async (by: string, subject: string, did = aster) =>
  (await house.as(by)).auth.removeUserFromVasp({
    body: { vaspDID: did, userDID: await house.didOf(subject) },
  })
const change = async (by: string, subject: string, roles: CompanyRole[], did = aster) =>
  (await house.as(by)).auth.changeRoles({
    body: { vaspDID: did, userDID: await house.didOf(subject), roles },
  })

describe('the team', () => {
  test('[ID-03] 200 shows each person once with their roles, and the look is in the chain', async () => {
    const { users, emailDomains } = await (await house.as('vic')).auth.vaspUsers({ vaspDid: aster })
    expect(users.map(({ name, roles }) => [name, roles])).toEqual([
      ['abe', ['admin']],
      ['ada', ['admin']],
      ['olive', ['compliance_officer']],
      ['vic', ['viewer']],
    ])
    expect(users[0]).toMatchObject({ email: 'abe@aster.example', phone: null })
    expect(emailDomains).toEqual(['aster.example'])
    expect(await house.chainOf(aster)).toContain('auth.vaspUsers')
  })

  test('[ID-03] 401 signed out, 403 in another company and without the permission', async () => {
    expect(await status(house.call('').auth.vaspUsers({ vaspDid: aster }))).toBe(401)
    for (const who of ['cleo', 'stranger', 'newcomer'])
      expect(await status((await house.as(who)).auth.vaspUsers({ vaspDid: aster }))).toBe(403)
    const internal = await house.as('noor')
    expect(await status(internal.auth.vaspUsers({ vaspDid: 'did:web:none.example' }))).toBe(404)
  })
})

describe('adding', () => {
  test('[ID-04] somebody with an account is invited like anybody, and shown to nobody before they accept', async () => {
    const known = await add('ada', 'Stranger@Nowhere.example', 'developer')
    const unknown = await add('ada', 'nobody@nowhere.example', 'developer')
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({
      status: 'invited',
      warning: expect.stringMatching(/isn’t at aster/),
    })
    const ada = await house.as('ada')
    const shown = async () => JSON.stringify(await ada.auth.vaspUsers({ vaspDid: aster }))
    const stranger = await house.didOf('stranger')
    expect(await rolesOf('stranger')).toEqual([])
    expect(await shown()).not.toContain(stranger)
    const { invitations } = await ada.auth.listInvitations({ vaspDid: aster })
    const [one, other] = ['stranger', 'nobody'].map((name) =>
      invitations.find(({ email }) => email === `${name}@nowhere.example`),
    )
    expect(Object.keys(one ?? {})).toEqual(Object.keys(other ?? {}))
    expect(JSON.stringify(invitations)).not.toContain(stranger)
    const mails = (await house.rows(`
      select distinct on (recipient) subject, replace(body, recipient, 'TO') as body
      from mail.outbox where recipient like '%@nowhere.example'
      order by recipient, id desc`)) as object[]
    expect(mails).toHaveLength(2)
    expect(mails[0]).toEqual(mails[1])
    await answer('stranger', 'accept')
    expect(await rolesOf('stranger')).toEqual([`${aster} developer`])
    expect(await shown()).toContain(stranger)
    expect(await status(add('ada', 'stranger@nowhere.example'))).toBe(409)
    await remove('ada', 'stranger')
  })

  test('[ID-04] an invitation is answered by its own person, once, and in time', async () => {
    await add('ada', 'stranger@nowhere.example')
    const stranger = await house.as('stranger')
    const [mine] = (await stranger.auth.listOwnInvitations({})).invitations
    expect(mine).toMatchObject({ vaspDID: aster, vaspName: 'Aster', role: 'viewer' })
    const path = { vaspDid: aster, invitationId: mine?.id ?? '' }
    const accept = { ...path, body: { answer: 'accept' as const } }
    for (const who of ['bea', 'ada', 'noor']) {
      const other = await house.as(who)
      expect((await other.auth.listOwnInvitations({})).invitations).toEqual([])
      expect(await status(other.auth.answerInvitation(accept))).toBe(404)
    }
    expect(await status(stranger.auth.answerInvitation({ ...accept, vaspDid: cedar }))).toBe(404)
    await answer('stranger', 'decline')
    expect(await rolesOf('stranger')).toEqual([])
    expect(await status(stranger.auth.answerInvitation(accept))).toBe(404)
    await add('ada', 'stranger@nowhere.example')
    await house.rows(
      `update identity.invitation set expires_at = now() - interval '1 second'
       where email = 'stranger@nowhere.example' and ended_at is null returning id`,
    )
    expect(await status(answer('stranger', 'accept'))).toBe(404)
    await add('ada', 'stranger@nowhere.example')
    const [again] = (await stranger.auth.listOwnInvitations({})).invitations
    const both = {
      vaspDid: aster,
      invitationId: again?.id ?? '',
      body: { answer: 'accept' as const },
    }
    const done = await Promise.allSettled([
      stranger.auth.answerInvitation(both),
      stranger.auth.answerInvitation(both),
    ])
    expect(done.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await rolesOf('stranger')).toEqual([`${aster} viewer`])
    expect(await house.chainOf(aster)).toEqual(
      expect.arrayContaining(['auth.invite', 'auth.declineInvitation', 'auth.acceptInvitation']),
    )
    await remove('ada', 'stranger')
    expect(await status(add('ada', 'ada@aster.example'))).toBe(409)
  })

  test('[ID-07] whoever comes in by invitation no longer waits at the door, and the other way round', async () => {
    const newcomer = await house.as('newcomer')
    const ada = await house.as('ada')
    const ask = () => newcomer.auth.requestToJoin({ body: { vaspDID: aster, role: 'viewer' } })
    await ask()
    await join('ada', 'newcomer', 'developer')
    expect((await ada.auth.listJoinRequests({ vaspDid: aster })).requests).toEqual([])
    expect((await newcomer.auth.listOwnRequests({})).requests[0]).toMatchObject({
      ...{ state: 'approved', role: 'developer' },
    })
    await remove('ada', 'newcomer')
    const { id } = await ask()
    await add('ada', 'newcomer@aster.example')
    const path = { vaspDid: aster, requestId: id }
    await ada.auth.decideJoinRequest({ ...path, body: { decision: 'approve' } })
    expect((await newcomer.auth.listOwnInvitations({})).invitations).toEqual([])
    await remove('ada', 'newcomer')
  })

  test('[ID-04] nobody is sent mail without end: by address, by company and by person', async () => {
    const email = 'flooded@elsewhere.example'
    const sent: unknown[] = []
    for (let n = 0; n < 7; n++) sent.push(await status(add('abe', email)).catch(() => 200))
    expect(sent.filter((one) => one === 429)).toHaveLength(2)
    const ada = await house.as('ada')
    const { invitations } = await ada.auth.listInvitations({ vaspDid: aster })
    const path = {
      vaspDid: aster,
      invitationId: invitations.find((one) => one.email === email)?.id ?? '',
    }
    expect(await refusal(ada.auth.resendInvitation(path))).toMatchObject({
      status: 429,
      body: { err: { message: expect.stringMatching(/Try again in \d+ hours/) } },
    })
    expect(await house.mailTo(email)).toHaveLength(5)
    // Another company may still write to them, and this one to others.
    await add('cleo', email, 'viewer', cedar)
    expect(await house.mailTo(email)).toHaveLength(6)
  })

  test('[ID-04] the name of a company is quoted in mail, whatever it says', async () => {
    const name = `Aster\n\nYour account is locked: https://evil.example`
    const set = (value: string) =>
      house.rows(
        `update trust.vasp set profile = jsonb_set(profile, '{name}', to_jsonb($2::text))
         where vasp_did = $1 returning vasp_did`,
        [aster, value],
      )
    await set(name)
    await add('ada', 'quoted@elsewhere.example')
    await set('Aster')
    const [mail] = await house.rows(
      `select subject, body from mail.outbox where recipient = 'quoted@elsewhere.example'`,
    )
    const lines = String(mail?.body).split('\n')
    expect(lines.filter((line) => line.includes('evil.example'))).toEqual([
      '> Aster Your account is locked: https://evil.example',
    ])
    expect(mail?.subject).toMatch(/^You’re invited to “Aster .*” on Countersign$/)
  })

  test('[ID-04] an unknown address is invited, again only with a change, and can be taken back', async () => {
    const email = 'kim@aster.example'
    expect(await add('ada', email, 'viewer')).toEqual({ status: 'invited', warning: null })
    await add('ada', 'KIM@aster.example', 'developer')
    const ada = await house.as('ada')
    const open = async () =>
      (await ada.auth.listInvitations({ vaspDid: aster })).invitations.filter(
        (one) => one.email === email,
      )
    const [invitation, ...more] = await open()
    expect(more).toEqual([])
    expect(invitation).toMatchObject({ email, role: 'developer', expired: false })
    const path = { vaspDid: aster, invitationId: invitation?.id ?? '' }
    expect(await ada.auth.resendInvitation(path)).toMatchObject({ email })
    expect(await house.mailTo(email)).toHaveLength(3)
    const cleo = await house.as('cleo')
    for (const one of [
      { ...path, vaspDid: cedar },
      { vaspDid: cedar, invitationId: 'inv_none' },
    ]) {
      expect(await status(cleo.auth.resendInvitation(one))).toBe(404)
      expect(await status(cleo.auth.cancelInvitation(one))).toBe(404)
    }
    await ada.auth.cancelInvitation(path)
    expect(await open()).toEqual([])
    expect(await status(ada.auth.cancelInvitation(path))).toBe(404)
  })

  test('[ID-04] ten at once make one invitation', async () => {
    await Promise.allSettled(Array.from({ length: 10 }, () => add('ada', 'race@aster.example')))
    expect(
      await house.rows(`select id from identity.invitation where email = 'race@aster.example'`),
    ).toHaveLength(1)
  })

  test.each([['no address'], ['a@b@c'], [''], [`${'a'.repeat(300)}@x.example`]])(
    '[ID-04] 422 for the address %j',
    async (email) => {
      expect(await status(add('ada', email))).toBe(422)
    },
  )

  test('[ID-04] 403 without the permission, in another company, and for a role that is none', async () => {
    for (const who of ['olive', 'vic', 'cleo', 'stranger'])
      expect(await status(add(who, 'x@aster.example'))).toBe(403)
    expect(await status(add('ada', 'x@aster.example', 'Countersign Admin' as CompanyRole))).toBe(
      422,
    )
    expect(await status(add('ada', 'x@aster.example', 'viewer', cedar))).toBe(403)
  })

  test('[ID-04] the internal admin’s first admin makes a company a claimed one', async () => {
    await join('noor', 'bob', 'admin', briar)
    const vasp = await house.call('').public.getVasp({ did: briar })
    expect(vasp.hasAdmin).toBe(true)
    await house.rows(
      `update trust.vasp set has_admin = false where vasp_did = '${briar}' returning 1`,
    )
    await house.rows(`delete from identity.membership where vasp_did = '${briar}' returning 1`)
  })
})

describe('removing and changing roles', () => {
  test('[ID-04] a removed person has no right at once, in the open session too', async () => {
    await join('ada', 'newcomer', 'admin')
    const open = await house.as('newcomer')
    await open.auth.vaspUsers({ vaspDid: aster })
    await remove('ada', 'newcomer')
    expect(await status(open.auth.vaspUsers({ vaspDid: aster }))).toBe(403)
    expect((await open.auth.viewer({})).roles).toEqual([])
    expect(await status(remove('ada', 'newcomer'))).toBe(404)
    expect(await house.chainOf(aster)).toContain('auth.removeUserFromVasp')
  })

  test('[ID-04] roles are set as a whole, by an admin, never one’s own', async () => {
    const changed = await change('ada', 'vic', ['developer', 'compliance_agent'])
    expect(changed.roles).toEqual(['compliance_agent', 'developer'])
    expect(await rolesOf('vic')).toHaveLength(2)
    await change('ada', 'vic', ['viewer'])
    expect(await rolesOf('vic')).toEqual([`${aster} viewer`])
    expect(await status(change('ada', 'ada', ['viewer']))).toBe(409)
    expect(await status(change('olive', 'vic', ['admin']))).toBe(403)
    expect(await status(change('ada', 'vic', []))).toBe(422)
    expect(await status(change('ada', 'cleo', ['viewer']))).toBe(404)
    expect(await status(change('cleo', 'vic', ['viewer'], cedar))).toBe(404)
  })

  test('[ID-04] the last admin stays: not removed, not lowered, not gone', async () => {
    const leave = async (who: string, vaspDID: string) =>
      (await house.as(who)).auth.leaveVasp({ body: { vaspDID } })
    expect(await status(remove('noor', 'cleo', cedar))).toBe(409)
    expect(await status(change('noor', 'cleo', ['viewer'], cedar))).toBe(409)
    expect(await status(leave('cleo', cedar))).toBe(409)
    expect(await status(leave('stranger', cedar))).toBe(404)
    await join('ada', 'newcomer')
    await leave('newcomer', aster)
    expect(await rolesOf('newcomer')).toEqual([])
  })

  test('[ID-04] two admins who remove each other at once: one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const done = await Promise.allSettled([remove('ada', 'abe'), remove('abe', 'ada')])
      const left = await house.rows(
        `select user_id from identity.membership where vasp_did = $1 and role = 'admin' and ended_at is null`,
        [aster],
      )
      expect(left).toHaveLength(1)
      expect(done.filter(({ status: one }) => one === 'fulfilled').length).toBeLessThanOrEqual(1)
      await house.rows(
        `update identity.membership set ended_at = null where vasp_did = $1 and role = 'admin'
           and user_id in (select id from identity."user" where subject in ('ada', 'abe')) returning 1`,
        [aster],
      )
    }
  })
})

describe('oneself', () => {
  test('[ID-04] own name, phone and title are changed, shown to colleagues, and taken back', async () => {
    const vic = await house.as('vic')
    const update = (body: object) => vic.auth.updateUserInfo({ body })
    expect(await update({ name: ' Victor ', phone: '+65 6123 4567', jobTitle: 'Analyst' })).toEqual(
      {
        ...{ name: 'Victor', phone: '+65 6123 4567', jobTitle: 'Analyst' },
      },
    )
    const { users } = await (await house.as('ada')).auth.vaspUsers({ vaspDid: aster })
    expect(users.find(({ email }) => email === 'vic@aster.example')).toMatchObject({
      ...{ name: 'Victor', phone: '+65 6123 4567', jobTitle: 'Analyst' },
    })
    expect((await vic.auth.viewer({})).fields).toContainEqual({
      ...{ fieldName: 'name', values: [{ value: 'Victor' }] },
    })
    expect(await update({ name: null, phone: null })).toMatchObject({ name: 'vic', phone: null })
    for (const wrong of [
      { name: '' },
      { name: 'x'.repeat(121) },
      { phone: 'call me' },
      { email: 'eve@aster.example' },
      { is_internal_admin: true },
    ])
      expect(await status(update(wrong))).toBe(422)
    const detail = await house.rows(
      `select detail::text from audit.entry where action = 'auth.updateUserInfo'`,
    )
    expect(JSON.stringify(detail)).not.toMatch(/Victor|6123/)
  })
})

describe('the other address', () => {
  test('[ID-09] countersignAuth reaches the listed operations with the same rules, and nothing else', async () => {
    const vic = await house.as('vic')
    expect(await vic.countersignAuth.viewer({})).toEqual(await vic.auth.viewer({}))
    expect((await vic.countersignAuth.vaspUsers({ vaspDid: aster })).users).toHaveLength(4)
    expect(await status(vic.countersignAuth.vaspUsers({ vaspDid: cedar }))).toBe(403)
    const body = { vaspDID: aster, email: 'x@aster.example', role: 'viewer' as const }
    expect(await status(vic.countersignAuth.addUserToVasp({ body }))).toBe(403)
    for (const url of ['login', 'logout', 'sessions', 'users', '..%2fauth%2fusers', '', 'x'])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const answer = await house.product.app.inject({
          method,
          url: `/api/countersignAuth/${url}`,
          headers: { 'x-user-agent': 'test' },
        })
        expect(answer.statusCode).toBe(404)
      }
  })
})

describe('the internal admin', () => {
  test('[ID-04] finds users of all companies with their roles, page by page; nobody else does', async () => {
    const noor = await house.as('noor')
    const found = await noor.auth.findUsers({ query: { q: 'CLEO' } })
    expect(found).toMatchObject({
      users: [{ email: 'cleo@cedar.example', roles: [{ vaspDID: cedar, role: 'admin' }] }],
      next: null,
    })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { per_page: 5, ...(cursor && { cursor }) }
      const page = await noor.auth.findUsers({ query })
      seen.push(...page.users.map(({ did }) => did))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(12)
    expect(seen).toHaveLength(12)
    expect(await status(noor.auth.findUsers({ query: { cursor: 'nowhere' } }))).toBe(422)
    expect(await status((await house.as('ada')).auth.findUsers({}))).toBe(403)
    expect((await noor.auth.findUsers({ query: { q: '%' } })).users).toEqual([])
    expect(await house.chainOf('network')).toContain('auth.findUsers')
  })
})
