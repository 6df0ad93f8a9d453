import { NotifyIn } from '@countersign/contracts/transactions'
import type { SeedDeposit } from '@countersign/transactions'
import { hashOf } from './edge-transfers.ts'
import { wallet } from './transfers.ts'
import { kestrelBay } from './users.ts'

const hour = 3_600_000
/** What is asked of whoever seems to have sent one. */
const named = { request: { items: ['originator.NAME', 'originator.ADDRESS'] } }

/** Deposits that came without a message: from whom they seem to be, or null, and how many hours ago. */
const deposits: readonly (readonly [
  ref: string,
  from: string | null,
  amount: string,
  ago: number,
])[] = [
  ['demo-deposit-1', 'Alpenvault Custody', '1.8', 5],
  ['demo-deposit-2', 'Orchid Peak', '0.65', 12],
  ['demo-deposit-3', null, '0.31', 20],
  ['demo-deposit-4', 'Yuzuledger', '2.4', 31],
  ['demo-deposit-5', null, '5.2', 44],
  ['demo-deposit-6', 'Wattlequay Digital', '0.9', 70],
  // Past the five days within which data is to come.
  ['demo-deposit-7', 'Bosphor Kripto', '1.15', 130],
  ['demo-deposit-8', 'Capewind Crypto', '3.05', 150],
]

/** Deposits without a message: eight that wait for data, one that a message came for, and one that was accepted. */
export function demoDeposits(
  now: Date,
  ana: string,
  didOf: (name: string) => string,
): SeedDeposit[] {
  const made = (ref: string, from: string | null, amount: string, ago: number): SeedDeposit => ({
    at: new Date(now.getTime() - ago * hour),
    by: ana,
    body: {
      ...NotifyIn.parse({
        txHash: hashOf(ref),
        transactionAsset: 'ETH',
        network: 'ethereum',
        amount,
        destination: wallet(`${ref} to`),
        origin: wallet(`${ref} from`),
        ...(from !== null && { originatorVASPdid: didOf(from) }),
      }),
      beneficiaryVASPdid: kestrelBay,
    },
    acts: [],
  })
  const asked = (one: SeedDeposit): SeedDeposit => {
    const at = new Date(one.at.getTime() + hour)
    const act = { company: kestrelBay, by: ana, at, action: 'requestData' } as const
    const isAsked = one.body.originatorVASPdid !== undefined
    return isAsked ? { ...one, acts: [{ ...act, given: named }] } : one
  }
  const own = made('demo-self-hosted', null, '0.4', 90)
  const at = new Date(own.at.getTime() + hour)
  const act = {
    company: kestrelBay,
    by: ana,
    at,
    action: 'accept',
    reason: 'SELF_HOSTED_ORIGIN',
  } as const
  return [
    ...deposits.map((one) => asked(made(...one))),
    made('demo-merged', null, '3.3', 31),
    { ...own, acts: [act] },
  ]
}
