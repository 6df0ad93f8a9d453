import type { RoleGrant } from '@countersign/contracts'
import { refusal } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hasGrant, informationArrived } from '../document/index.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  await fixture?.close()
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const ddq = 'DDQ for Travel Rule Data Sharing'
const day = 86_400_000
const person = (vaspDID: string, role: RoleGrant['role'] = 'compliance_officer') =>
  fixture.as({ email: 'p@people.example', grants: [{ vaspDID, role }] })
type Action = 'REQUEST' | 'APPROVE' | 'SHARE' | 'DECLINE' | 'REVOKE' | 'REOPEN' | 'WITHDRAW'
/** Aster asks Aster Europe, unless told otherwise. */
const act = (
  accessAction: Action,
  more: { as?: string; metadata?: string; expiresAt?: string; did?: string; by?: string } = {},
) => {
  const {
    did = asterEu,
    by = aster,
    as = /REQUEST|WITHDRAW/.test(accessAction) ? by : did,
    ...rest
  } = more
  return person(as).documentRequest.act({
    did,
    query: {
      ...{ requestingVASPdid: by, documentType: ddq, accessAction },
      ...(accessAction === 'DECLINE' && { metadata: 'Not for you' }),
      ...rest,
    },
  })
}
const arrives = (did: string) =>
  fixture.database.withTenant(did, (tx) =>
    informationArrived(tx, { did: 'system' }, did, ddq, new Date(fixture.clock())),
  )
const granted = (owner = asterEu, requester = aster) =>
  fixture.database.withTenant(owner, (tx) =>
    hasGrant(tx, owner, requester, ddq, new Date(fixture.clock())),
  )
const rows = async (statement: string) => {
  const client = testClient({ connectionString: fixture.url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('the states', () => {
  test('[TF-08] a request waits for information, then for an answer, and both sides see it', async () => {
    const waiting = await act('REQUEST', { metadata: 'For our yearly review' })
    expect(waiting).toMatchObject({
      ...{ status: 'WAITING_FOR_INFORMATION', message: 'For our yearly review' },
      ...{ ownerDid: asterEu, requestingVASPdid: aster, ownerName: 'Aster Europe' },
    })
    expect((await refusal(act('APPROVE'))).status).toBe(409)
    await arrives(asterEu)
    const received = await person(asterEu).documentRequest.list({ did: asterEu })
    expect(received.requests.map(({ status }) => status)).toEqual(['PENDING'])
    const sent = await person(aster).documentRequest.list({ did: 'outgoing-requests' })
    expect(sent).toEqual(received)
  })

  test('[TF-08] an approval opens the questionnaire for seven days and not longer', async () => {
    await arrives(asterEu)
    expect((await act('REQUEST')).status).toBe('PENDING')
    expect(await granted()).toBe(false)
    const approved = await act('APPROVE')
    expect(approved).toMatchObject({
      status: 'APPROVED',
      expiresAt: new Date(fixture.clock() + 7 * day).toISOString(),
    })
    expect(await granted()).toBe(true)
    expect(await granted(aster, asterEu)).toBe(false)
    fixture.clock.advance(7 * day)
    expect(await granted()).toBe(false)
    expect((await refusal(act('REVOKE'))).status).toBe(409)
    expect((await act('REQUEST')).status).toBe('PENDING')
  })

  test('[TF-08] revoking ends the access at once, and asking again has to wait 30 days', async () => {
    await arrives(asterEu)
    await act('REQUEST')
    await act('APPROVE')
    const revoked = await act('REVOKE', { metadata: 'No longer a customer' })
    expect(revoked).toMatchObject({ status: 'REVOKED', reason: 'No longer a customer' })
    expect(await granted()).toBe(false)
    fixture.clock.advance(30 * day - 1)
    expect((await refusal(act('REQUEST'))).status).toBe(429)
    fixture.clock.advance(1)
    expect(await act('REQUEST')).toMatchObject({ status: 'PENDING', reason: null, decidedAt: null })
  })

  test('[TF-08] a request that was declined says why', async () => {
    await arrives(asterEu)
    await act('REQUEST')
    expect(await act('DECLINE', { metadata: 'We share with counterparties only' })).toMatchObject({
      status: 'DECLINED',
      reason: 'We share with counterparties only',
    })
    expect(await granted()).toBe(false)
  })

  test('[TF-08] nobody is declined without a reason', async () => {
    await arrives(asterEu)
    await act('REQUEST')
    for (const metadata of ['', '  '])
      expect(await refusal(act('DECLINE', { metadata }))).toMatchObject({ status: 422 })
    expect(await act('APPROVE')).toMatchObject({ status: 'APPROVED' })
  })

  test.each(['DECLINE', 'REVOKE'] as const)(
    '[TF-08] a %s by mistake is taken back: the request waits again, and nobody waits 30 days',
    async (move) => {
      await arrives(asterEu)
      await act('REQUEST', { metadata: 'For our yearly review' })
      if (move === 'REVOKE') await act('APPROVE')
      await act(move)
      expect(await refusal(act('REOPEN', { as: aster }))).toMatchObject({ status: 403 })
      expect(await act('REOPEN')).toMatchObject({
        ...{ status: 'PENDING', reason: null, decidedAt: null, expiresAt: null },
        message: 'For our yearly review',
      })
      expect(await granted()).toBe(false)
      expect(await act('APPROVE')).toMatchObject({ status: 'APPROVED' })
      expect(await granted()).toBe(true)
      const mails = await rows('select subject from mail.outbox order by id')
      expect(mails).toContainEqual({ subject: 'Aster Europe reopened your request' })
    },
  )

  test('[TF-08] every move from a state that does not have it is a conflict and changes nothing', async () => {
    const moves: Action[] = ['REQUEST', 'APPROVE', 'DECLINE', 'REVOKE', 'REOPEN', 'WITHDRAW']
    const allowed: Record<string, Action[]> = {
      WAITING_FOR_INFORMATION: ['DECLINE', 'WITHDRAW'],
      PENDING: ['APPROVE', 'DECLINE', 'WITHDRAW'],
      APPROVED: ['REVOKE'],
      DECLINED: ['REQUEST', 'REOPEN'],
      REVOKED: ['REQUEST', 'REOPEN'],
      WITHDRAWN: ['REQUEST'],
    }
    await act('REQUEST')
    for (const [status, possible] of Object.entries(allowed))
      for (const move of moves) {
        const end = new Date(fixture.clock() + day).toISOString()
        await rows(
          `update trust.document_request set status = '${status}', requested_at = '2026-01-01',
             decided_at = '2026-01-01', expires_at = '${end}'`,
        )
        if (possible.includes(move)) await act(move)
        else {
          expect(await refusal(act(move)), `${status} ${move}`).toMatchObject({ status: 409 })
          const [row] = await rows('select status from trust.document_request')
          expect(row).toEqual({ status })
        }
      }
  })

  test('[TF-08] the questionnaire is shared unasked, once it is there, and withdrawn again', async () => {
    expect(await refusal(act('SHARE'))).toMatchObject({ status: 409 })
    expect(await rows('select 1 from trust.document_request')).toEqual([])
    await arrives(asterEu)
    expect(await refusal(act('SHARE', { as: aster })), 'for another').toMatchObject({ status: 403 })
    // Twice at once: one gives it, the other is told that it is given.
    const both = await Promise.allSettled([act('SHARE'), act('SHARE')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await granted()).toBe(true)
    const mails = await rows('select subject from mail.outbox order by id')
    expect(mails).toEqual([{ subject: 'Aster Europe shares a document with you' }])
    expect(await act('REVOKE')).toMatchObject({ status: 'REVOKED' })
    expect(await granted()).toBe(false)
    // What was revoked can be given again, and what is asked for, too.
    expect(await act('SHARE')).toMatchObject({ status: 'APPROVED' })
    const files = { documentType: 'WOLFSBERG_OR_GDF_DDQ' as const }
    const query = { requestingVASPdid: aster, accessAction: 'SHARE' as const, ...files }
    expect(
      await refusal(person(asterEu).documentRequest.act({ did: asterEu, query })),
    ).toMatchObject({ status: 422 })
  })

  test('[TF-08] what was withdrawn leaves without a word, and can be asked for again the next day', async () => {
    await act('REQUEST', { metadata: 'For our yearly review' })
    expect(await refusal(act('WITHDRAW', { as: asterEu }))).toMatchObject({ status: 403 })
    expect(await act('WITHDRAW')).toMatchObject({ status: 'WITHDRAWN', dueAt: null })
    expect(await rows('select from mail.outbox')).toHaveLength(1)
    expect(await refusal(act('REQUEST'))).toMatchObject({ status: 429 })
    fixture.clock.advance(day)
    expect(await act('REQUEST')).toMatchObject({ status: 'WAITING_FOR_INFORMATION', message: null })
  })

  test('[TF-08] the same move twice at once happens once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => act('REQUEST')))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await arrives(asterEu)
    const answers = await Promise.allSettled(
      (['APPROVE', 'DECLINE', 'APPROVE', 'APPROVE'] as const).map((move) => act(move)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rows(`select from mail.outbox`)).toHaveLength(2)
  })
})

describe('who may', () => {
  test('[TF-08] only the asked company answers, and only for itself can one ask', async () => {
    await arrives(asterEu)
    expect((await refusal(act('REQUEST', { as: asterEu }))).status).toBe(403)
    await act('REQUEST')
    for (const move of ['APPROVE', 'DECLINE', 'REVOKE', 'REOPEN'] as const)
      expect(await refusal(act(move, { as: aster }))).toMatchObject({ status: 403 })
    const viewer = person(asterEu, 'viewer').documentRequest.act({
      did: asterEu,
      query: { requestingVASPdid: aster, documentType: ddq, accessAction: 'APPROVE' },
    })
    expect((await refusal(viewer)).status).toBe(403)
    expect(await granted()).toBe(false)
  })

  test('[TF-08] a third company sees neither side', async () => {
    const made = await act('REQUEST')
    const stranger = person(briar)
    expect(await refusal(stranger.documentRequest.list({ did: asterEu }))).toMatchObject({
      status: 403,
    })
    const query = { requestingVASPdid: aster }
    for (const did of ['outgoing-requests', asterEu])
      expect((await refusal(stranger.documentRequest.list({ did, query }))).status).toBe(403)
    const own = await stranger.documentRequest.list({ did: 'outgoing-requests' })
    expect(own).toEqual({ requests: [], next: null })
    const withOwn = { did: asterEu, query: { requestingVASPdid: briar } }
    expect((await stranger.documentRequest.list(withOwn)).requests).toEqual([])
    const remind = { did: briar, requestId: made.id }
    expect((await refusal(stranger.documentRequest.remind(remind))).status).toBe(404)
  })

  test('[TF-08] the database itself refuses that a requester approves, or tells a stranger', async () => {
    await arrives(asterEu)
    const { id } = await act('REQUEST')
    const forged = fixture.database.withTenant(aster, (tx) =>
      sql`update trust.document_request set status = 'APPROVED' where id = ${id}`.execute(tx),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
    const told = (did: string) =>
      fixture.database.withTenant(aster, (tx) =>
        sql`insert into outbox.event (vasp_did, object, id, type, payload, created_at)
          values (${did}, ${id}, 'evt_x', 'trustframework.documentRequested',
            ${JSON.stringify({ requestId: id })}, now())`.execute(tx),
      )
    await expect(told(briar)).rejects.toThrow(/row-level security/)
    await told(asterEu)
  })

  test('[TF-08] an unknown company and a request that is not there are 404', async () => {
    expect((await refusal(act('REQUEST', { did: 'did:ethr:0xnobody' }))).status).toBe(404)
    expect((await refusal(act('APPROVE'))).status).toBe(404)
  })

  test.each([
    [{ accessAction: 'STEAL' }],
    [{ documentType: 'PASSWORDS' }],
    [{ requestingVASPdid: 'nobody' }],
    [{ metadata: 'x'.repeat(1001) }],
    [{ metadata: 'a\0b' }],
    [{ expiresAt: 'tomorrow' }],
  ])('[TF-08] 422 for %j', async (wrong) => {
    const query = { requestingVASPdid: aster, documentType: ddq, accessAction: 'REQUEST', ...wrong }
    const call = person(aster).documentRequest.act({ did: asterEu, query: query as never })
    expect(await refusal(call)).toMatchObject({ status: 422 })
  })

  test('[TF-08] 422 for asking oneself, and for an access that ends before it begins or never', async () => {
    expect((await refusal(act('REQUEST', { did: aster }))).status).toBe(422)
    await arrives(asterEu)
    await act('REQUEST')
    for (const ms of [0, -day, 367 * day]) {
      const expiresAt = new Date(fixture.clock() + ms).toISOString()
      expect((await refusal(act('APPROVE', { expiresAt }))).status).toBe(422)
    }
    const expiresAt = new Date(fixture.clock() + 30 * day).toISOString()
    expect(await act('APPROVE', { expiresAt })).toMatchObject({ expiresAt })
  })
})

describe('what follows', () => {
  test('[TF-08] the other side’s admins get a mail, both webhooks and both chains hear of it', async () => {
    await arrives(asterEu)
    await act('REQUEST', { metadata: 'Please' })
    await act('APPROVE')
    const mails = await rows('select recipient, subject, body from mail.outbox order by id')
    expect(mails).toEqual([
      {
        recipient: 'admin@a2.example',
        subject: 'Aster Exchange requests a document',
        body: expect.stringContaining('Please'),
      },
      {
        recipient: 'admin@a1.example',
        subject: 'Aster Europe approved your request',
        body: expect.stringContaining('https://desk.example/due-diligence'),
      },
    ])
    const events = await rows(
      'select vasp_did, type, payload from outbox.event order by vasp_did, position',
    )
    const short = events.map(({ vasp_did, type, payload }) => [vasp_did, type, payload.status])
    expect(short.toSorted()).toEqual(
      [
        [asterEu, 'trustframework.documentRequested', 'PENDING'],
        [aster, 'trustframework.documentRequestUpdated', 'PENDING'],
        [asterEu, 'trustframework.documentRequestUpdated', 'APPROVED'],
        [aster, 'trustframework.documentRequestUpdated', 'APPROVED'],
      ].toSorted(),
    )
    const audited = await rows(
      `select vasp_did, action, detail::text from audit.entry order by number, vasp_did`,
    )
    expect(audited.map(({ vasp_did, action }) => [vasp_did, action])).toEqual([
      [aster, 'documentRequest.request'],
      [asterEu, 'documentRequest.request'],
      [aster, 'documentRequest.approve'],
      [asterEu, 'documentRequest.approve'],
    ])
    expect(JSON.stringify(audited)).not.toContain('Please')
  })

  test('[TF-08] a reminder is possible every three days, while there is no answer', async () => {
    const { id } = await act('REQUEST')
    const remind = () => person(aster).documentRequest.remind({ did: aster, requestId: id })
    expect((await refusal(remind())).status).toBe(409)
    fixture.clock.advance(3 * day)
    const both = await Promise.allSettled([remind(), remind()])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const subjects = await rows('select subject from mail.outbox order by id')
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'Aster Exchange requests a document',
      'Reminder: Aster Exchange requests a document',
    ])
  })

  test('[TF-08] a company can send 50 requests a day', async () => {
    await rows(`insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
      select 'did:ethr:0xc' || n, '{"name": "C"}', 'listed', now(), now() from generate_series(1, 51) n`)
    for (let n = 1; n <= 50; n++) await act('REQUEST', { did: `did:ethr:0xc${n}` })
    expect((await refusal(act('REQUEST', { did: 'did:ethr:0xc51' }))).status).toBe(429)
    fixture.clock.advance(day)
    await act('REQUEST', { did: 'did:ethr:0xc51' })
  })

  test('[TF-08] pages hold together, and a filter keeps to its status', async () => {
    await rows(`insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
      select 'did:ethr:0xc' || n, '{"name": "C"}', 'listed', now(), now() from generate_series(1, 7) n`)
    for (let n = 1; n <= 7; n++) await act('REQUEST', { did: `did:ethr:0xc${n}` })
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await person(aster).documentRequest.list({
        did: 'outgoing-requests',
        query: { limit: 3, ...(cursor && { cursor }) },
      })
      seen.push(...page.requests.map(({ ownerDid }) => ownerDid))
      cursor = page.next
    } while (cursor)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
    const none = { did: 'outgoing-requests', query: { status: 'APPROVED' as const } }
    expect((await person(aster).documentRequest.list(none)).requests).toEqual([])
    const bad = { did: 'outgoing-requests', query: { cursor: 'xyz' } }
    expect((await refusal(person(aster).documentRequest.list(bad))).status).toBe(422)
  })
})
