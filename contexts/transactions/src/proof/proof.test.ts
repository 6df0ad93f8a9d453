import { refusal } from '@countersign/kit/testing'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

/** A wallet and its owner, who signs as wallets do. */
function wallet() {
  const { secretKey } = secp256k1.keygen()
  const account = keccak_256(secp256k1.getPublicKey(secretKey, false).slice(1)).slice(12)
  return {
    address: `0x${bytesToHex(account)}`,
    sign(message: string): string {
      const text = utf8ToBytes(message)
      const head = utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`)
      const [recovery = 0, ...rest] = secp256k1.sign(
        keccak_256(concatBytes(head, text)),
        secretKey,
        {
          prehash: false,
          format: 'recovered',
        },
      )
      return `0x${bytesToHex(Uint8Array.from(rest))}${(27 + recovery).toString(16)}`
    },
  }
}
let last = 0
/** A customer of Kestrel, asked to prove a wallet. */
async function asked(address: string, depositAddress?: string) {
  const customerRef = `W-${last++}`
  const legalPerson = {
    name: {
      nameIdentifier: [{ legalPersonName: 'Wallet Ltd', legalPersonNameIdentifierType: 'LEGL' }],
    },
  }
  await fixture.customersOf(kestrel).create({ body: { customerRef, ivms101: { legalPerson } } })
  const { link, request } = await fixture.proofsOf(kestrel).request({
    body: { customerRef, address, network: 'ethereum', ...(depositAddress && { depositAddress }) },
  })
  return { customerRef, request, link, token: new URL(link).hash.slice(1) }
}
/** Whoever has the link: another company's server would answer them alike. */
const customer = () => fixture.proofsOf(granite)
const stateOf = async (customerRef: string) =>
  (await fixture.proofsOf(kestrel).list({ query: { customerRef } })).requests[0]

test('[TX-06] a customer proves a wallet by a signature, once, and rules and the address book know', async () => {
  const { address, sign } = wallet()
  const { customerRef, token } = await asked(address)
  const question = await customer().look({ body: { token } })
  expect(question).toMatchObject({
    company: 'kestrel',
    address,
    types: ['eip-191', 'eip-712', 'declaration', 'screenshot'],
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

test('[TX-06] a declaration and a screenshot are kept, and prove nothing', async () => {
  const picture = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
  for (const [type, proof] of [
    ['declaration', 'This wallet is mine, says Marigold Featherby'],
    ['screenshot', picture],
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
    types: ['eip-191', 'eip-712', 'declaration', 'screenshot'],
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
