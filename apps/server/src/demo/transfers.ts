import { createHash } from 'node:crypto'
import { CreateIn } from '@countersign/contracts/transactions'
import { hashedAddress, type PastTransfer } from '@countersign/transactions'
import { granitequay, kestrelBay } from './users.ts'

const alpenvault = 'did:ethr:0xffb8000011fdc6162b7c49db6dec9cbe977b6c31'
const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const hour = 3_600_000

/** Something that one of the two companies did. */
export type Step = readonly [
  who: 'us' | 'them',
  action: PastTransfer['acts'][number]['action'],
  reason?: PastTransfer['acts'][number]['reason'],
]

const sent: Step = ['us', 'approve']
const confirmed: readonly Step[] = [sent, ['them', 'confirm']]
const accepted: readonly Step[] = [...confirmed, ['them', 'accept']]

/** A transfer of the demo in short. */
export type Plan = {
  readonly ref: string
  readonly from?: string
  /** null: a self-hosted wallet. */
  readonly to: string | null
  readonly asset: readonly [symbol: string, network: string]
  readonly amount: string
  /** How long ago, in hours. */
  readonly ago: number
  readonly names: readonly [string, string, string, string]
  readonly steps: readonly Step[]
  readonly more?: object
}

const eth = ['ETH', 'ethereum'] as const
const usdc = ['USDC', 'ethereum'] as const

// People and wallets are invented: the addresses come of hashes, so nobody has their keys.
// biome-ignore format: a transfer stays on its line, however long
const plans: readonly Plan[] = [
  { ref: 'wd-0417', to: granitequay, asset: eth, amount: '12.5', ago: 2, names: ['Okafor', 'Amara', 'Lindqvist', 'Elsa'], steps: [] },
  { ref: 'wd-0416', to: granitequay, asset: usdc, amount: '48000', ago: 3, names: ['Tan', 'Mei Ling', 'Harper', 'Joseph'], steps: [] },
  { ref: 'wd-0415', to: norrland, asset: eth, amount: '3.2', ago: 20, names: ['Subramaniam', 'Ravi', 'Berg', 'Nils'], steps: [sent] },
  { ref: 'wd-0414', to: granitequay, asset: usdc, amount: '125000', ago: 26, names: ['Goh', 'Wei Jie', 'Castillo', 'Maria'], steps: [sent] },
  { ref: 'wd-0413', to: granitequay, asset: eth, amount: '0.9', ago: 30, names: ['Lim', 'Hui Min', 'Doyle', 'Patrick'], steps: confirmed },
  { ref: 'wd-0412', to: alpenvault, asset: eth, amount: '7', ago: 44, names: ['Chua', 'Jasmine', 'Keller', 'Urs'], steps: confirmed },
  { ref: 'wd-0411', to: granitequay, asset: usdc, amount: '9800', ago: 50, names: ['Fernandez', 'Luis', 'Whitfield', 'Grace'], steps: accepted },
  { ref: 'wd-0410', to: norrland, asset: usdc, amount: '15250.75', ago: 74, names: ['Nguyen', 'Thi Lan', 'Sjogren', 'Karin'], steps: accepted },
  { ref: 'wd-0409', to: alpenvault, asset: eth, amount: '22', ago: 98, names: ['Wong', 'Daniel', 'Frey', 'Lea'], steps: accepted },
  { ref: 'wd-0408', to: granitequay, asset: eth, amount: '1.75', ago: 120, names: ['Rahman', 'Aisha', 'Monroe', 'Ellis'], steps: [...confirmed, ['them', 'decline', 'BENEFICIARY_UNKNOWN']] },
  { ref: 'wd-0407', to: norrland, asset: usdc, amount: '4100', ago: 140, names: ['Teo', 'Marcus', 'Holm', 'Erik'], steps: [sent, ['them', 'reject', 'NOT_OUR_ADDRESS']] },
  { ref: 'wd-0406', to: alpenvault, asset: usdc, amount: '60000', ago: 160, names: ['Koh', 'Rachel', 'Baumann', 'Tim'], steps: [sent, ['us', 'cancel', 'WRONG_DETAILS']] },
  { ref: 'wd-0405', to: granitequay, asset: usdc, amount: '2500', ago: 30, names: ['Seah', 'Adrian', 'Frost', 'Naomi'], steps: [sent, ['them', 'notReady', 'NOT_READY_YET']] },
  { ref: 'wd-0404', to: granitequay, asset: eth, amount: '5', ago: 36, names: ['Ong', 'Bernice', '', ''], steps: [], more: { skipBeneficiaryDataValidation: true } },
  { ref: 'gq-1180', from: granitequay, to: kestrelBay, asset: eth, amount: '4.4', ago: 5, names: ['Vance', 'Oliver', 'Lee', 'Siew Eng'], steps: [sent] },
  { ref: 'gq-1179', from: granitequay, to: kestrelBay, asset: usdc, amount: '33000', ago: 28, names: ['Marsh', 'Eleanor', 'Yeo', 'Kelvin'], steps: [sent] },
  { ref: 'al-2231', from: alpenvault, to: kestrelBay, asset: eth, amount: '18', ago: 8, names: ['Widmer', 'Anna', 'Loh', 'Cheryl'], steps: confirmed },
  { ref: 'nk-0907', from: norrland, to: kestrelBay, asset: usdc, amount: '7400', ago: 25, names: ['Lund', 'Ingrid', 'Ho', 'Zhi Wei'], steps: confirmed },
  { ref: 'gq-1178', from: granitequay, to: kestrelBay, asset: usdc, amount: '51000', ago: 60, names: ['Reed', 'Amelia', 'Chong', 'Vanessa'], steps: accepted },
  { ref: 'al-2230', from: alpenvault, to: kestrelBay, asset: eth, amount: '2.2', ago: 90, names: ['Steiner', 'Luca', 'Ng', 'Jun Hao'], steps: accepted },
  // Norrland’s free plan covers one of them.
  { ref: 'nk-0908', from: norrland, to: granitequay, asset: eth, amount: '6.1', ago: 4, names: ['Nyberg', 'Astrid', 'Hale', 'Peter'], steps: [] },
  { ref: 'nk-0909', from: norrland, to: granitequay, asset: usdc, amount: '18500', ago: 3, names: ['Dahl', 'Henrik', 'Moss', 'Julia'], steps: [] },
]

const kinds: Readonly<Record<string, 'BTC' | 'SOL' | 'XRP' | 'TRX'>> = {
  bitcoin: 'BTC',
  solana: 'SOL',
  xrpl: 'XRP',
  tron: 'TRX',
}

/** An invented wallet. */
export const wallet = (of: string, network = 'ethereum') =>
  hashedAddress(kinds[network] ?? 'ETH', `demo wallet ${of}`).address

/** An invented customer, in IVMS101. */
export const person = (
  primaryIdentifier: string,
  secondaryIdentifier: string,
  country: string,
) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        streetName: 'Harbour Lane',
        buildingNumber: '12',
        townName: 'Bayfront',
        country,
      },
    ],
    nationalIdentification: {
      nationalIdentifier: 'X0000000',
      nationalIdentifierType: 'CCPT',
      countryOfIssue: country,
    },
    customerIdentification: `K-${createHash('sha256').update(primaryIdentifier).digest('hex').slice(0, 5)}`,
    dateAndPlaceOfBirth: { dateOfBirth: '1988-04-09', placeOfBirth: 'Bayfront' },
  },
})

/**
 * The demo's transfers, dated back from `now`; the oldest first.
 * @param ana the DID of Ana, who acts for every company: the demo has nobody else there
 */
export const demoTransfers = (now: Date, ana: string): PastTransfer[] =>
  plans
    .map((plan) => transferOf(plan, now, ana))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** A transfer as its plan says, with people and wallets that are invented. */
export function transferOf(plan: Plan, now: Date, ana: string): PastTransfer {
  const at = new Date(now.getTime() - plan.ago * hour)
  const { from = kestrelBay, to, names, asset } = plan
  const destination = wallet(`${plan.ref} to`, asset[1])
  const origin = wallet(`${plan.ref} from`, asset[1])
  const [last, first, theirLast, theirFirst] = names
  const body = CreateIn.parse({
    vaspDID: from,
    originatorVASPdid: from,
    ...(to !== null && { beneficiaryVASPdid: to }),
    transactionRef: plan.ref,
    transactionAsset: asset[0],
    network: asset[1],
    amount: plan.amount,
    transactionBlockchainInfo: { destination, origin },
    ivms101: {
      originator: {
        originatorPerson: [person(last, first, 'SG')],
        accountNumber: [origin],
      },
      ...(theirLast && {
        beneficiary: {
          beneficiaryPerson: [person(theirLast, theirFirst, 'US')],
          accountNumber: [destination],
        },
      }),
      payloadMetadata: { payloadVersion: '101.2023' },
    },
    ...plan.more,
  })
  return {
    at,
    by: ana,
    body: { ...body, transactionRef: plan.ref },
    acts: plan.steps.map(([who, action, reason], index) => ({
      company: who === 'us' ? from : (to ?? from),
      by: ana,
      action,
      at: new Date(at.getTime() + (index + 1) * 7 * 60_000),
      ...(reason && { reason }),
    })),
  }
}
