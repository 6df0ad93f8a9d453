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
async function asked(address: string) {
  const customerRef = `W-${last++}`
  const legalPerson = {
    name: {
      nameIdentifier: [{ legalPersonName: 'Wallet Ltd', legalPersonNameIdentifierType: 'LEGL' }],
    },
  }
  await fixture.customersOf(kestrel).create({ body: { customerRef, ivms101: { legalPerson } } })
  const { link, request } = await fixture.proofsOf(kestrel).request({
    body: { customerRef, address, network: 'ethereum' },
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
