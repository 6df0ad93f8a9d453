import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel } from '../transfer/transfers.fixture.ts'
import { proofFixture, wallet } from './proof.fixture.ts'

let desk: Awaited<ReturnType<typeof proofFixture>>
let fixture: typeof desk.fixture
beforeAll(async () => {
  desk = await proofFixture()
  fixture = desk.fixture
})
afterAll(() => fixture.close())

const asked = (address: string, deposit?: string) => desk.asked(address, deposit)
const customer = () => desk.customer()
const stateOf = (customerRef: string) => desk.stateOf(customerRef)

test('[TX-06] a customer proves a wallet by a signature, once, and rules and the address book know', async () => {
  const { address, sign } = wallet()
  const { customerRef, token } = await asked(address)
  const question = await customer().look({ body: { token } })
  expect(question).toMatchObject({
    company: 'kestrel',
    address,
    types: ['eip-191', 'eip-712', 'eip-1271', 'siwe', 'screenshot', 'declaration'],
  })
  for (const part of [address, kestrel, 'Nonce: ']) expect(question.message).toContain(part)
  const proof = sign(question.message)
  for (const wrong of [sign(`${question.message} `), wallet().sign(question.message), 'nothing'])
    expect(
      await refusal(customer().submit({ body: { token, type: 'eip-191', proof: wrong } })),
    ).toMatchObject({ status: 422, body: { err: { name: 'OwnershipProofInvalidError' } } })
  expect((await stateOf(customerRef))?.state).toBe('OPEN')
  const twice = await Promise.allSettled(
    [1, 2].map(() => customer().submit({ body: { token, type: 'eip-191', proof } })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stateOf(customerRef)).toMatchObject({
    state: 'DONE',
    proof: { type: 'eip-191', result: 'VERIFIED' },
  })
  expect(await fixture.bookOf(kestrel).owner({ address, query: { network: 'ethereum' } })).toEqual({
    owner_vasp_did: null,
    address_type: 'UNHOSTED',
    source: 'INTERNAL',
  })
  await fixture.rulesOf(kestrel).set({
    body: {
      ruleSet: {
        outgoing: [
          { actionRule: 'REJECT', ruleCheck: 'PROOF', ruleValue: 'MISSING' },
          { actionRule: 'APPROVE', ruleCheck: 'PROOF', ruleValue: 'VERIFIED' },
        ],
      },
    },
  })
  const send = (destination: string) =>
    fixture.as(kestrel).create({ body: draft({ transactionBlockchainInfo: { destination } }) })
  expect((await send(address)).status).toBe('SENT')
  expect((await send(wallet().address)).status).toBe('CANCELLED')
  fixture.clock.advance(366 * 86_400_000)
  expect((await send(address)).status, 'a proof holds for a year').toBe('CANCELLED')
})

test('[TX-06] what nothing here can verify is kept sealed as declared, and proves nothing', async () => {
  const picture = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
  for (const [type, proof] of [
    ['declaration', 'This wallet is mine, says Marigold Featherby'],
    ['screenshot', picture],
    ['eip-1271', '0x00ff Featherby'],
  ] as const) {
    const { address } = wallet()
    const { customerRef, token } = await asked(address)
    expect(await customer().submit({ body: { token, type, proof } })).toEqual({
      result: 'DECLARED',
    })
    expect((await stateOf(customerRef))?.proof).toMatchObject({
      type,
      result: 'DECLARED',
      until: null,
    })
    expect(
      await fixture.bookOf(kestrel).owner({ address, query: { network: 'ethereum' } }),
    ).toMatchObject({ address_type: 'UNKNOWN' })
  }
  const { token } = await asked(wallet().address)
  const svg = { token, type: 'screenshot', proof: 'data:image/svg+xml;base64,AAAA' } as const
  expect((await refusal(customer().submit({ body: svg }))).status).toBe(422)
  const kept = JSON.stringify(
    await fixture.rows(`select p::text, r::text from transactions.proof_request r
    left join transactions.proof p on p.id = r.proof_id`),
  )
  expect(kept).not.toMatch(/Featherby|0x[0-9a-f]{40}/)
})

test('[TX-06] [TX-04] what was given opens for its company alone, with a reason that is logged', async () => {
  const { address } = wallet()
  const { customerRef, request, token } = await asked(address)
  const open = (company: string) =>
    fixture.proofsOf(company).open({ id: request.id, body: { reason: { code: 'AUDIT' } } })
  expect(await refusal(open(kestrel)), 'nothing was given').toMatchObject({ status: 404 })
  const proof = 'It is mine, says Marigold Featherby'
  await customer().submit({ body: { token, type: 'declaration', proof } })
  expect(await refusal(open(granite))).toMatchObject({ status: 404 })
  const opened = await open(kestrel)
  expect(opened).toMatchObject({ address, type: 'declaration', message: null, proof })
  const { views } = await fixture.as(kestrel).piiViews({ query: { customerRef } })
  expect(views).toMatchObject([{ id: opened.viewId, part: 'CUSTOMER', reason: 'AUDIT' }])
})

test('[TX-06] a nonce is good for half an hour; whoever looks later signs another', async () => {
  const { address, sign } = wallet()
  const { token } = await asked(address)
  const send = (proof: string) => customer().submit({ body: { token, type: 'eip-191', proof } })
  expect(await refusal(send(sign('Nobody has looked')))).toMatchObject({ status: 422 })
  const first = await customer().look({ body: { token } })
  expect(new Date(first.messageUntil).getTime() - fixture.clock()).toBe(1_800_000)
  fixture.clock.advance(1_799_999)
  expect(await customer().look({ body: { token } })).toEqual(first)
  fixture.clock.advance(1)
  expect(await refusal(send(sign(first.message)))).toMatchObject({
    status: 422,
    body: { err: { message: expect.stringContaining('expired') } },
  })
  const second = await customer().look({ body: { token } })
  expect(second.message).not.toBe(first.message)
  expect(await refusal(send(sign(first.message)))).toMatchObject({ status: 422 })
  expect(await send(sign(second.message))).toEqual({ result: 'VERIFIED' })
})

test('[TX-06] a customer’s requests are listed alone, the newest first', async () => {
  const { customerRef, request: first } = await asked(wallet().address)
  fixture.clock.advance(1_000)
  await asked(wallet().address)
  const again = { customerRef, address: wallet().address, network: 'ethereum' }
  const { request: second } = await fixture.proofsOf(kestrel).request({ body: again })
  fixture.clock.advance(1_000)
  const { request: third } = await fixture.proofsOf(kestrel).request({ body: again })
  const { requests } = await fixture.proofsOf(kestrel).list({ query: { customerRef } })
  expect(requests.map(({ id }) => id)).toEqual([third.id, second.id, first.id])
})

test('[TX-06] over another message a signature is declared; a sign-in with ours in it is verified', async () => {
  const signIn = (address: string, company: string, nonce: string) =>
    `app.example wants you to sign in with your account:\n${address}\n\n${company}\nNonce: ${nonce}`
  const given = async (type: 'siwe' | 'eip-191' | 'xpub', text?: (nonce: string) => string) => {
    const { address, sign } = wallet()
    const { token } = await asked(address)
    const { message: ours } = await customer().look({ body: { token } })
    const message = text?.(ours.slice(ours.indexOf('Nonce: ') + 7)).replace('ADDRESS', address)
    const body = { token, type, proof: sign(message ?? ours), ...(message && { message }) }
    return customer().submit({ body })
  }
  expect(await given('siwe', (nonce) => signIn('ADDRESS', kestrel, nonce))).toEqual({
    result: 'VERIFIED',
  })
  for (const other of [
    () => signIn('ADDRESS', kestrel, 'another'),
    (nonce: string) => signIn('ADDRESS', granite, nonce),
    (nonce: string) => signIn('0x00', kestrel, nonce),
  ])
    for (const type of ['siwe', 'eip-191'] as const)
      expect(await given(type, other), type).toEqual({ result: 'DECLARED' })
  expect(await refusal(given('siwe')), 'without its message').toMatchObject({ status: 422 })
  expect(await refusal(given('xpub')), 'of another network').toMatchObject({ status: 422 })
})

test('[TX-06] a link that is unknown, altered, used or expired says the same, and only its company sees the request', async () => {
  const { customerRef, token } = await asked(wallet().address)
  const used = await asked(wallet().address)
  await customer().submit({ body: { token: used.token, type: 'declaration', proof: 'Mine' } })
  const elsewhere = `${Buffer.from(granite).toString('base64url')}_${token.split('_').at(-1)}`
  const dead = [
    used.token,
    `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
    elsewhere,
    'x'.repeat(40),
  ]
  const answers = await Promise.all(
    dead.map((one) => refusal(customer().look({ body: { token: one } }))),
  )
  fixture.clock.advance(8 * 86_400_000)
  answers.push(await refusal(customer().look({ body: { token } })))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers[0]?.status).toBe(404)
  expect((await stateOf(customerRef))?.state).toBe('EXPIRED')
  expect((await refusal(fixture.proofsOf(granite).list({ query: { customerRef } }))).status).toBe(
    404,
  )
})
