import { scaled } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, test } from 'vitest'
import { draft, granite, kestrel } from '../transfer/transfers.fixture.ts'
import { type Does, raceFixture, type Subject } from './race.fixture.ts'

let fixture: Awaited<ReturnType<typeof raceFixture>>
beforeAll(async () => {
  fixture = await raceFixture(scaled(15))
})
afterAll(() => fixture.close())

let hashes = 0
const newHash = () => `0x${String(++hashes).padStart(64, 'a')}`
const deposit = (txHash: string) => {
  const { beneficiaryVASPdid: _, ivms101: __, transactionBlockchainInfo, ...coins } = draft()
  return { ...coins, destination: transactionBlockchainInfo.destination, txHash }
}
const created = async (more: object = {}) =>
  (await fixture.as(kestrel).create({ body: draft(more) })).id
const sent = async () => {
  const id = await created()
  await fixture.as(kestrel).approve({ query: { id } })
  return id
}
/** A message, and a deposit that it is about as soon as it states its hash. */
const apart = async (message: Promise<string>, txHash = newHash()) => {
  const id = await message
  const reported = await fixture.as(granite).notify({ body: deposit(txHash) })
  return { id, deposit: reported.id, txHash }
}
/** Which of the two still speaks for the coins in the beneficiary's company, and how many know of them. */
const speaking = async ({ id, deposit, txHash = '' }: Subject) => {
  const { transactions } = await fixture.as(granite).query({ query: { txHash } })
  const open = transactions.filter(({ status }) => status !== 'CANCELLED').map((one) => one.id)
  return [open.length, open.includes(id), open.includes(deposit ?? ''), transactions.length]
}

test.each<[string, Does]>([
  [
    'cancels it',
    ({ theirs }, { deposit: id = '' }) => theirs.cancel({ body: { id, reason: 'DUPLICATE' } }),
  ],
  [
    'accepts it',
    ({ theirs }, { deposit: id = '' }) =>
      theirs.accept({ query: { id }, body: { reason: 'SELF_HOSTED_ORIGIN' } }),
  ],
])(
  '[TX-02] a message states the hash of a deposit while somebody %s',
  async (_, other) => {
    await fixture.race({
      before: () => apart(sent()),
      one: ({ ours }, { id, txHash = '' }) => ours.setHash({ body: { id, txHash } }),
      other,
      seen: speaking,
    })
  },
  600_000,
)

test('[TX-01] [TX-02] a message arrives with a hash while the deposit is reported', async () => {
  await fixture.race({
    before: async () => {
      const txHash = newHash()
      const { transactionBlockchainInfo } = draft()
      const message = { transactionBlockchainInfo: { ...transactionBlockchainInfo, txHash } }
      return { id: await created(message), txHash }
    },
    one: ({ ours }, { id }) => ours.approve({ query: { id } }),
    other: ({ theirs }, { txHash = '' }) => theirs.notify({ body: deposit(txHash) }),
    seen: speaking,
  })
}, 600_000)
