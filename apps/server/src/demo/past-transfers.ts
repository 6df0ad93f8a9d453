import { createHash } from 'node:crypto'
import type { PastTransfer } from '@countersign/transactions'
import { type Step, transferOf } from './transfers.ts'
import { granitequay, kestrelBay } from './users.ts'

const sent: Step = ['us', 'approve']
const confirmed: readonly Step[] = [sent, ['them', 'confirm']]

/** What becomes of a transfer, how often, and how many days ago at most. */
type Ending = {
  readonly name: string
  readonly count: number
  readonly days: readonly [from: number, to: number]
  readonly steps: readonly Step[]
  readonly kind?: 'self-hosted' | 'internal' | 'unreachable' | 'missing' | 'outgoing' | 'incoming'
}

const all: readonly [number, number] = [2, 90]

// Kestrel Bay's 400 without those that `transfers.ts` takes through their acts one by one.
// biome-ignore format: an ending stays on its line
const kestrelEndings: readonly Ending[] = [
  { name: 'ok', count: 225, days: all, steps: [...confirmed, ['them', 'accept']] },
  { name: 'own-wallet', count: 46, days: all, steps: [sent], kind: 'self-hosted' },
  { name: 'internal', count: 24, days: all, steps: [sent], kind: 'internal' },
  { name: 'declined', count: 12, days: all, steps: [...confirmed, ['them', 'decline', 'BENEFICIARY_UNKNOWN']] },
  { name: 'other-name', count: 7, days: all, steps: [...confirmed, ['them', 'decline', 'BENEFICIARY_NAME_MISMATCH']] },
  { name: 'rejected', count: 11, days: all, steps: [sent, ['them', 'reject', 'NOT_OUR_ADDRESS']] },
  { name: 'cancelled', count: 13, days: all, steps: [sent, ['us', 'cancel', 'WRONG_DETAILS']] },
  { name: 'sent', count: 5, days: [0.2, 1.5], steps: [sent] },
  { name: 'silent', count: 3, days: [2.5, 6], steps: [sent], kind: 'outgoing' },
  { name: 'to-decide', count: 3, days: [0.1, 1], steps: confirmed, kind: 'incoming' },
  { name: 'confirmed', count: 3, days: [0.1, 1], steps: confirmed, kind: 'outgoing' },
  { name: 'new', count: 7, days: [0.1, 0.8], steps: [], kind: 'outgoing' },
  { name: 'not-ready', count: 3, days: [0.5, 2], steps: [sent, ['them', 'notReady', 'NOT_READY_YET']], kind: 'outgoing' },
  { name: 'no-contact', count: 6, days: [1, 20], steps: [sent], kind: 'unreachable' },
  { name: 'no-name', count: 4, days: [0.3, 3], steps: [], kind: 'missing' },
]
// biome-ignore format: an ending stays on its line
const graniteEndings: readonly Ending[] = [
  { name: 'ok', count: 14, days: all, steps: [...confirmed, ['them', 'accept']] },
  { name: 'sent', count: 2, days: [0.2, 1], steps: [sent] },
  { name: 'confirmed', count: 2, days: [0.1, 1], steps: confirmed, kind: 'outgoing' },
  { name: 'new', count: 2, days: [0.1, 0.8], steps: [], kind: 'outgoing' },
]

/** With whom, and how often of a hundred. */
const partners = [
  ['Norrland Krypto', 18],
  ['Alpenvault Custody', 16],
  ['Granitequay Markets', 12],
  ['Kestrel Bay Europe', 10],
  ['Yuzuledger', 8],
  ['Orchid Peak', 8],
  ['Tidewatch Wallet', 6],
  ['Dunemark Virtual Assets', 5],
  ['Wattlequay Digital', 4],
  ['Capewind Crypto', 4],
  ['Bosphor Kripto', 3],
  ['Meridian Rail Gateway', 3],
  ['PampaDex', 2],
  ['LagosLoop', 1],
] as const

const firstNames =
  'Amara,Mei Ling,Ravi,Elsa,Nils,Wei Jie,Maria,Hui Min,Patrick,Jasmine,Urs,Luis,Grace,Karin,Daniel,Lea,Aisha,Marcus,Erik,Rachel,Tim,Adrian,Naomi,Oliver'.split(
    ',',
  )
const lastNames =
  'Okafor,Tan,Lindqvist,Harper,Subramaniam,Berg,Goh,Castillo,Lim,Doyle,Cheng,Keller,Fernandez,Whitfield,Nguyen,Sjogren,Wong,Frey,Rahman,Monroe,Teo,Holm,Koh,Baumann'.split(
    ',',
  )
const assets = [
  ['ETH', 'ethereum', 25],
  ['USDC', 'ethereum', 60_000],
  ['BTC', 'bitcoin', 1.5],
  ['SOL', 'solana', 400],
  ['USDT', 'ethereum', 40_000],
] as const

/** The same figures at every start, between 0 and 1. */
const drawn = (words: string): number =>
  createHash('sha256').update(words).digest().readUInt32BE(0) / 2 ** 32

/** One of a list. */
function pick<T>(list: readonly T[], words: string): T {
  const found = list[Math.floor(drawn(words) * list.length)]
  if (found === undefined) throw new Error('An empty list')
  return found
}

function partnerOf(words: string, without: string): string {
  const names = partners.flatMap(([name, share]) =>
    name === without ? [] : Array<string>(share).fill(name),
  )
  return pick(names, words)
}

/**
 * Three months of transfers of the demo's companies, dated back from `now`. People and wallets are invented.
 * @param ana the DID of Ana, who acts for every company: the demo has nobody else there
 * @param didOf the DID of a company by its name
 */
export function pastTransfers(
  now: Date,
  ana: string,
  didOf: (name: string) => string,
): PastTransfer[] {
  const make = (company: string, name: string, endings: readonly Ending[]) =>
    endings.flatMap((ending) =>
      Array.from({ length: ending.count }, (_, n) => {
        const ref = `${company === kestrelBay ? 'kb' : 'gq'}-${ending.name}-${n + 1}`
        return one({ ref, company, name, ending, now, ana, didOf })
      }),
    )
  return [
    ...make(kestrelBay, 'Kestrel Bay Exchange', kestrelEndings),
    ...make(granitequay, 'Granitequay Markets', graniteEndings),
    ...Array.from({ length: 40 }, (_, n) => small(`gq-small-${n + 1}`, { now, ana, didOf })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

type World = {
  readonly now: Date
  readonly ana: string
  readonly didOf: (name: string) => string
}

const ago = (ref: string, [from, to]: Ending['days']): number =>
  (from + drawn(`${ref} day`) * (to - from)) * 24

const names = (ref: string): [string, string, string, string] => [
  pick(lastNames, `${ref} last`),
  pick(firstNames, `${ref} first`),
  pick(lastNames, `${ref} their last`),
  pick(firstNames, `${ref} their first`),
]

/** An amount of an asset, with as many digits as people write. */
const amountOf = (ref: string, most: number): string =>
  (Math.max(0.02, drawn(`${ref} amount`) ** 2) * most).toFixed(most > 100 ? 2 : 4)

function one({
  ref,
  company,
  name,
  ending,
  ...world
}: World & { ref: string; company: string; name: string; ending: Ending }): PastTransfer {
  const { kind, steps, days } = ending
  const [symbol, network, most] = pick(assets, `${ref} asset`)
  const isOwn = kind === 'self-hosted' || kind === 'internal' || kind === 'unreachable'
  const isIncoming =
    kind === 'incoming' || (kind === undefined && !isOwn && drawn(`${ref} way`) < 0.5)
  const other =
    kind === 'unreachable'
      ? world.didOf(pick(['Coral Reef OTC', 'Noeul Digital'], `${ref} partner`))
      : world.didOf(partnerOf(`${ref} partner`, name))
  return transferOf(
    {
      ref,
      from: isIncoming ? other : company,
      to: isIncoming || kind === 'internal' ? company : kind === 'self-hosted' ? null : other,
      asset: [symbol, network],
      amount: amountOf(ref, most),
      ago: ago(ref, days),
      names: kind === 'missing' ? [names(ref)[0], names(ref)[1], '', ''] : names(ref),
      steps,
      ...(kind === 'missing' && { more: { skipBeneficiaryDataValidation: true } }),
      ...(kind === 'self-hosted' && { more: { isNonCustodial: true, onBehalfOfMyself: true } }),
    },
    world.now,
    world.ana,
  )
}

/** Below the thresholds of the United States and Canada. */
const small = (ref: string, { now, ana, didOf }: World): PastTransfer =>
  transferOf(
    {
      ref,
      from: granitequay,
      to: didOf('Tidewatch Wallet'),
      asset: ['USDC', 'ethereum'],
      amount: amountOf(ref, 500),
      ago: ago(ref, all),
      names: names(ref),
      steps: [sent],
    },
    now,
    ana,
  )
