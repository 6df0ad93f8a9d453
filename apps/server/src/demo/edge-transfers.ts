import { createHash } from 'node:crypto'
import { CreateIn } from '@countersign/contracts/transactions'
import type { PastTransfer, SeedTransfer } from '@countersign/transactions'
import { type Plan, person, type Step, transferOf, wallet } from './transfers.ts'
import {
  granitequay,
  kestrelBay,
  kestrelBayEurope,
  kestrelBayUk,
  norrland,
  saltmarsh,
} from './users.ts'

const eth = ['ETH', 'ethereum'] as const
const usdc = ['USDC', 'ethereum'] as const
const sent: Step = ['us', 'approve']
const accepted: readonly Step[] = [sent, ['them', 'confirm'], ['them', 'accept']]
const mismatch: Step = ['them', 'decline', 'BENEFICIARY_NAME_MISMATCH']

/** A name in another script beside the Latin one. */
const local = (
  { naturalPerson: { name, ...rest } }: ReturnType<typeof person>,
  primaryIdentifier: string,
  secondaryIdentifier: string,
) => ({
  naturalPerson: {
    ...rest,
    name: {
      ...name,
      localNameIdentifier: [{ primaryIdentifier, secondaryIdentifier, nameIdentifierType: 'LEGL' }],
    },
  },
})

/** A legal person, invented as its LEI is. */
const brindlemoor = {
  legalPerson: {
    name: {
      nameIdentifier: [
        { legalPersonName: 'Brindlemoor Holdings', legalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    nationalIdentification: {
      nationalIdentifier: '506700T7Z685VUOZL877',
      nationalIdentifierType: 'LEIX',
    },
    countryOfRegistration: 'US',
  },
}

/** The data of a transfer whose beneficiary is somebody out of the ordinary. */
const toPerson = (ref: string, beneficiary: object) => ({
  ivms101: {
    originator: {
      originatorPerson: [person('Chan', 'Audrey', 'SG')],
      accountNumber: [wallet(`${ref} from`)],
    },
    beneficiary: { beneficiaryPerson: [beneficiary], accountNumber: [wallet(`${ref} to`)] },
    payloadMetadata: { payloadVersion: '101.2023' },
  },
})

/** What is asked of a counterparty. */
const request = { request: { items: ['originator.NATIONAL_ID'] } }

/** What stands for the hash of a transaction: no network knows it. */
export const hashOf = (ref: string) =>
  `0x${createHash('sha256').update(`demo ${ref}`).digest('hex')}`

/** Transfers that are out of the ordinary by their data alone, each to be found by its reference. */
// biome-ignore format: a transfer stays on its line
const plans = (didOf: (name: string) => string): readonly Plan[] => [
  { ref: 'demo-usd-2999-99', from: granitequay, to: didOf('Tidewatch Wallet'), asset: usdc, amount: '2999.99', ago: 400, names: ['Park', 'Jonah', 'Moreau', 'Claire'], steps: [sent] },
  { ref: 'demo-usd-3000', from: granitequay, to: didOf('Norrland Krypto'), asset: usdc, amount: '3000', ago: 410, names: ['Park', 'Jonah', 'Ek', 'Sofia'], steps: accepted },
  { ref: 'demo-wei', to: granitequay, asset: eth, amount: '123.456789012345678901', ago: 420, names: ['Chia', 'Desmond', 'Ferris', 'Paula'], steps: accepted },
  { ref: 'demo-satoshi', to: didOf('Orchid Peak'), asset: ['BTC', 'bitcoin'], amount: '0.00000001', ago: 430, names: ['Sim', 'Esther', 'Lau', 'Ka Wai'], steps: accepted },
  { ref: 'demo-tag', to: didOf('Yuzuledger'), asset: ['XRP', 'xrpl'], amount: '2500', ago: 440, names: ['Pang', 'Calvin', 'Mori', 'Kenji'], steps: accepted, more: { transactionBlockchainInfo: { destination: wallet('demo-tag to', 'xrpl'), destinationTag: '700123', origin: wallet('demo-tag from', 'xrpl') } } },
  { ref: 'demo-japanese', to: didOf('Yuzuledger'), asset: eth, amount: '2.1', ago: 450, names: ['Chan', 'Audrey', 'Sato', 'Aiko'], steps: accepted, more: toPerson('demo-japanese', local(person('Sato', 'Aiko', 'JP'), '佐藤', '愛子')) },
  { ref: 'demo-arabic', to: didOf('Dunemark Virtual Assets'), asset: usdc, amount: '9400', ago: 460, names: ['Sng', 'Felicia', 'Al-Mansoori', 'Layla'], steps: accepted, more: toPerson('demo-arabic', local(person('Al-Mansoori', 'Layla', 'AE'), 'المنصوري', 'ليلى')) },
  { ref: 'demo-lei', to: granitequay, asset: usdc, amount: '88000', ago: 465, names: ['Kwek', 'Stanley', 'x', 'x'], steps: accepted, more: toPerson('demo-lei', brindlemoor) },
  { ref: 'demo-name-mismatch', from: granitequay, to: kestrelBay, asset: usdc, amount: '6200', ago: 470, names: ['Barlow', 'Simon', 'Goh', 'Xin Yi'], steps: [sent, ['them', 'confirm'], mismatch] },
  { ref: 'demo-no-price', to: granitequay, asset: ['MOSS', 'ethereum'], amount: '1200', ago: 480, names: ['Quek', 'Andre', 'Wilder', 'Hope'], steps: [sent], more: { transactionAsset: 'eip155:1/erc20:0x1111111111166b7fe7bd91427724b487980afc69', transactionAssetDecimals: 18, network: undefined } },
  { ref: 'demo-disabled', to: saltmarsh, asset: eth, amount: '1.3', ago: 60, names: ['Yap', 'Terence', 'Hollis', 'Mark'], steps: [sent] },
  { ref: 'demo-unreachable', to: didOf('Coral Reef OTC'), asset: eth, amount: '4', ago: 70, names: ['Tay', 'Corinne', 'Bodden', 'Ruth'], steps: [sent] },
  // At the demo's rates no sum is met to the last digit: these are the least that reach it, and of EUR 1,000 the most.
  { ref: 'demo-sgd-1500', to: granitequay, asset: usdc, amount: '1153.846154', ago: 510, names: ['Foo', 'Germaine', 'Ferris', 'Paula'], steps: accepted },
  { ref: 'demo-gbp-800', from: kestrelBayUk, to: granitequay, asset: usdc, amount: '1052.631579', ago: 515, names: ['Ashworth', 'Imogen', 'Ferris', 'Paula'], steps: accepted },
  { ref: 'demo-eur-1000', from: kestrelBayEurope, to: null, asset: usdc, amount: '1149.425287', ago: 520, names: ['Petrauskas', 'Jonas', 'Petrauskas', 'Jonas'], steps: [sent], more: { isNonCustodial: true, onBehalfOfMyself: true } },
  { ref: 'demo-replaced', to: didOf('Yuzuledger'), asset: usdc, amount: '71000', ago: 530, names: ['Gan', 'Hazel', 'Mori', 'Kenji'], steps: [sent, ['them', 'confirm'], ['us', 'cancel', 'WRONG_DETAILS']] },
]

/** Those of them of which more is kept than of the past. */
// biome-ignore format: a transfer stays on its line
const morePlans = (didOf: (name: string) => string): readonly Plan[] => [
  { ref: 'demo-eur-1000-01', from: kestrelBayEurope, to: null, asset: usdc, amount: '1149.436782', ago: 522, names: ['Kazlauskas', 'Ruta', 'Bielak', 'Zofia'], steps: [sent], more: { isNonCustodial: true, riskReason: { code: 'RISK_BASED', comment: 'Seller of a flat; the contract is on file.' } } },
  { ref: 'demo-mail-contact', to: didOf('Noeul Digital'), asset: eth, amount: '2.6', ago: 72, names: ['Poh', 'Leonard', 'Seo', 'Hana'], steps: [sent], more: { notificationEmail: 'travel-rule@noeul.example' } },
  // Above what one person may approve.
  { ref: 'demo-second-approval', to: didOf('Alpenvault Custody'), asset: usdc, amount: '940000', ago: 3, names: ['Ooi', 'Bernard', 'Graf', 'Nina'], steps: [sent] },
]

type Acting = SeedTransfer['acts'][number]

/** Those whose acts take more than a reason. */
function actedOn(now: Date, ana: string): SeedTransfer[] {
  const made = (plan: Plan, ...acts: readonly Omit<Acting, 'by' | 'at'>[]) => {
    const begun = transferOf(plan, now, ana)
    const more = acts.map((act, index): Acting => {
      const minutes = 20 + index * 9
      return { ...act, by: ana, at: new Date(begun.at.getTime() + minutes * 60_000) }
    })
    return { ...begun, acts: [...begun.acts, ...more] }
  }
  const beneficiary = { accountNumber: [wallet('amended')] }
  const corrected = (last: string, first: string) => ({
    personal: {
      ivms101: {
        originator: {
          originatorPerson: [person(last, first, 'SG')],
          accountNumber: [wallet(`${last} account`)],
        },
        beneficiary: { ...beneficiary, beneficiaryPerson: [person('Nilsson', 'Maja', 'SE')] },
        payloadMetadata: { payloadVersion: '101.2023' },
      },
    },
  })
  const of = (ref: string, names: Plan['names'], ago: number, steps: Plan['steps'] = [sent]) => ({
    ref,
    names,
    ago,
    steps,
    asset: eth,
    amount: (ago / 100).toFixed(2),
  })
  return [
    made(
      {
        ...of('demo-redirected', ['Hult', 'Sven', 'Kaja', 'Rasa'], 490),
        from: norrland,
        to: kestrelBay,
      },
      { company: kestrelBay, action: 'redirect', given: { to: kestrelBayEurope } },
    ),
    made(
      {
        ...of('demo-amended', ['Toh', 'Gavin', 'Nilsson', 'Maja'], 50, [sent, ['them', 'confirm']]),
        to: norrland,
      },
      { company: kestrelBay, action: 'update.data', given: corrected('Toh', 'Gavin Wei') },
    ),
    made(
      { ...of('demo-data-requested', ['Aw', 'Pamela', 'Nilsson', 'Maja'], 52), to: norrland },
      { company: norrland, action: 'requestData', given: request },
    ),
    made(
      { ...of('demo-data-answered', ['Heng', 'Rachel', 'Nilsson', 'Maja'], 54), to: norrland },
      { company: norrland, action: 'requestData', given: request },
      { company: kestrelBay, action: 'update.data', given: corrected('Heng', 'Rachel Hui') },
    ),
    made(
      { ...of('demo-processed', ['Low', 'Ivan', 'Nilsson', 'Maja'], 500), to: norrland },
      { company: kestrelBay, action: 'process' },
      { company: norrland, action: 'confirm' },
      { company: norrland, action: 'decline', reason: 'SANCTIONS' },
    ),
  ]
}

/** A message about a deposit that was reported before it: the two become one. */
function merged(now: Date, ana: string): SeedTransfer {
  const plan: Plan = {
    ref: 'demo-merged',
    from: norrland,
    to: kestrelBay,
    asset: eth,
    amount: '3.3',
    ago: 30,
    names: ['Lindgren', 'Oskar', 'Ang', 'Michelle'],
    steps: [sent],
  }
  const { body, ...rest } = transferOf(plan, now, ana)
  const transactionBlockchainInfo = {
    ...body.transactionBlockchainInfo,
    txHash: hashOf('demo-merged'),
  }
  const whole = CreateIn.parse({ ...body, transactionBlockchainInfo })
  return { ...rest, body: { ...whole, transactionRef: plan.ref } }
}

/** One that takes the place of another, and one that the company's rules hold. */
function decided(now: Date, ana: string, didOf: (name: string) => string): SeedTransfer[] {
  const replacement: Plan = {
    ref: 'demo-replacement',
    to: didOf('Yuzuledger'),
    asset: usdc,
    amount: '17000',
    ago: 526,
    names: ['Gan', 'Hazel', 'Mori', 'Kenji'],
    steps: accepted,
  }
  const held: Plan = {
    ref: 'demo-held-by-rule',
    to: null,
    asset: eth,
    amount: '60',
    ago: 4,
    names: ['Toh', 'Samantha', 'Toh', 'Samantha'],
    steps: [],
    more: { isNonCustodial: true, onBehalfOfMyself: true },
  }
  return [
    { ...transferOf(replacement, now, ana), replaces: 'demo-replaced' },
    { ...transferOf(held, now, ana), ruled: true },
  ]
}

/** Those of the past: nothing but their data is special, so they are added in bulk. */
export const plainEdges = (
  now: Date,
  ana: string,
  didOf: (name: string) => string,
): PastTransfer[] => plans(didOf).map((plan) => transferOf(plan, now, ana))

/** Those that go through the acts of everybody's. */
export const edgeTransfers = (
  now: Date,
  ana: string,
  didOf: (name: string) => string,
): SeedTransfer[] =>
  [
    ...morePlans(didOf).map((plan) => transferOf(plan, now, ana)),
    ...decided(now, ana, didOf),
    ...actedOn(now, ana),
    merged(now, ana),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
