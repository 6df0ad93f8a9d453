import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { granite, kestrel } from '../transfer/transfers.fixture.ts'
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

const hash = (digit: string) => `0x${digit.repeat(64)}`
/** Kestrel reports a deposit. */
const deposited = (id: string, body: { amount: string; from: string; txHash: string }) =>
  fixture.proofsOf(kestrel).deposit({ id, body })

test('[TX-06] a wallet is proved by a payment of exactly the amount, from the wallet, that the company has received', async () => {
  const { address } = wallet()
  const own = wallet().address
  const { customerRef, request, token } = await asked(address, own)
  const { test: shown, types } = await customer().look({ body: { token } })
  expect(types).toContain('satoshi-test')
  expect(shown).toEqual({ ...request.test, depositAddress: own, txHash: null })
  const amount = shown?.amount ?? ''
  expect(amount).toMatch(/^0\.0000[1-9][0-9]{0,3}$/)
  const announce = (proof: string) =>
    customer().submit({ body: { token, type: 'satoshi-test', proof } })
  expect((await refusal(announce('not a hash'))).status).toBe(422)
  expect(await announce(hash('e'))).toEqual({ result: 'PAID' })
  expect(await announce(hash('a')), 'they may name another').toEqual({ result: 'PAID' })
  expect(await stateOf(customerRef)).toMatchObject({
    state: 'PAID',
    proof: null,
    test: { amount, txHash: hash('a') },
  })
  expect(
    await fixture.bookOf(kestrel).owner({ address, query: { network: 'ethereum' } }),
    'a word alone proves nothing',
  ).toMatchObject({ address_type: 'UNKNOWN' })
  const good = { amount, from: address, txHash: hash('A').replace('0x', '') }
  for (const [field, wrong] of [
    ['amount', { ...good, amount: `${amount}1` }],
    ['from', { ...good, from: wallet().address }],
    ['txHash', { ...good, txHash: hash('e') }],
  ] as const)
    expect(await refusal(deposited(request.id, wrong)), field).toMatchObject({
      status: 422,
      body: { err: { name: 'OwnershipProofInvalidError', fields: [{ loc: ['body', field] }] } },
    })
  expect(
    await refusal(fixture.proofsOf(granite).deposit({ id: request.id, body: good })),
    'another company',
  ).toMatchObject({ status: 404 })
  const twice = await Promise.allSettled([1, 2].map(() => deposited(request.id, good)))
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stateOf(customerRef)).toMatchObject({
    state: 'DONE',
    proof: { type: 'satoshi-test', result: 'VERIFIED' },
  })
  expect(
    await fixture.bookOf(kestrel).owner({ address, query: { network: 'ethereum' } }),
  ).toMatchObject({ address_type: 'UNHOSTED' })
  expect((await refusal(customer().look({ body: { token } }))).status).toBe(404)
  const kept = JSON.stringify(
    await fixture.rows('select p::text from transactions.proof_request p'),
  )
  expect(kept).not.toContain(amount)
})

test('[TX-06] a payment is good for a day, and the company has as long to find it as the link works', async () => {
  const late = { ...wallet(), ...(await asked(wallet().address, wallet().address)) }
  const { address } = wallet()
  const paid = await asked(address, wallet().address)
  const none = await asked(wallet().address)
  await customer().submit({
    body: { token: paid.token, type: 'satoshi-test', proof: hash('b') },
  })
  fixture.clock.advance(86_400_001)
  const question = await customer().look({ body: { token: late.token } })
  expect({ test: question.test, types: question.types }).toEqual({
    test: null,
    types: ['eip-191', 'eip-712', 'eip-1271', 'siwe', 'screenshot', 'declaration'],
  })
  for (const { token } of [late, none])
    expect(
      await refusal(customer().submit({ body: { token, type: 'satoshi-test', proof: hash('b') } })),
    ).toMatchObject({ status: 422 })
  const body = (of: typeof paid) => ({
    amount: of.request.test?.amount ?? '1',
    from: address,
    txHash: hash('b'),
  })
  for (const one of [late, none])
    expect((await refusal(deposited(one.request.id, body(one)))).status).toBe(404)
  fixture.clock.advance(5 * 86_400_000)
  expect(await deposited(paid.request.id, body(paid))).toMatchObject({ result: 'VERIFIED' })
})

test('[TX-06] a deposit address of another network is refused', async () => {
  const { customerRef } = await asked(wallet().address)
  const ask = (network: string, address: string, depositAddress: string) =>
    refusal(
      fixture
        .proofsOf(kestrel)
        .request({ body: { customerRef, address, network, depositAddress } }),
    )
  expect(
    await ask('ethereum', wallet().address, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
  ).toMatchObject({ status: 422, body: { err: { fields: [{ loc: ['depositAddress'] }] } } })
})
