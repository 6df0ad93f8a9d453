import type { Database } from '@countersign/kit/db'
import {
  type SeedActivity,
  type SeedReview,
  seedActivity,
  seedReviews,
  type TrustTables,
} from '@countersign/trust'

const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const ana = { did: 'did:countersign:demo-ana', name: 'Ana Reyes' }
const marcus = { did: 'did:countersign:demo-marcus', name: 'Marcus Lim' }

type Verdict = Omit<SeedReview, 'reviewedVaspDID' | 'reasons'> & {
  readonly name: string
  readonly reasons: NonNullable<SeedReview['reasons']>
}

const verdict = (
  name: string,
  reviewValue: Verdict['reviewValue'],
  daysAgo: number,
  by: Verdict['by'],
  reasons: Verdict['reasons'],
  note: string,
): Verdict => ({ name, reviewValue, daysAgo, by, reasons, note })

/** What Kestrel Bay decided so far: 8 trusted, 2 blocked, 4 monitored; some are due. */
const verdicts: readonly Verdict[] = [
  verdict(
    'Kestrel Bay Europe',
    'TRUSTED',
    40,
    marcus,
    ['ESTABLISHED_RELATIONSHIP'],
    'Our own subsidiary.',
  ),
  verdict(
    'Norrland Krypto',
    'TRUSTED',
    210,
    ana,
    ['LICENCE_CONFIRMED', 'DUE_DILIGENCE_COMPLETE'],
    'Licence checked in the Swedish register. Answers within the hour.',
  ),
  verdict(
    'Alpenvault Custody',
    'TRUSTED',
    371,
    ana,
    ['DUE_DILIGENCE_COMPLETE'],
    'Last year’s audit report read. Request the new one.',
  ),
  verdict(
    'Granitequay Markets',
    'TRUSTED',
    120,
    ana,
    ['LICENCE_CONFIRMED'],
    'BitLicense confirmed in New York.',
  ),
  verdict(
    'Yuzuledger',
    'TRUSTED',
    88,
    ana,
    ['LICENCE_CONFIRMED'],
    'Registered with the Japanese FSA.',
  ),
  verdict(
    'Orchid Peak',
    'TRUSTED',
    61,
    ana,
    ['LICENCE_CONFIRMED', 'DUE_DILIGENCE_COMPLETE'],
    'Licensed platform in Hong Kong.',
  ),
  verdict(
    'Wattlequay Digital',
    'TRUSTED',
    30,
    marcus,
    ['DUE_DILIGENCE_COMPLETE'],
    'Ready for the Australian rule.',
  ),
  verdict(
    'Meridian Rail Gateway',
    'TRUSTED',
    150,
    ana,
    ['ESTABLISHED_RELATIONSHIP'],
    'Gateway; ask which company receives.',
  ),
  verdict(
    'Thistlecoin',
    'BLOCKED',
    75,
    ana,
    ['LICENCE_LOST'],
    'The network rejected the verification.',
  ),
  verdict(
    'Saltmarsh Swap',
    'BLOCKED',
    190,
    marcus,
    ['LICENCE_LOST', 'HIGH_RISK_JURISDICTION'],
    'No longer regulated; no answer from compliance.',
  ),
  verdict(
    'Dunemark Virtual Assets',
    'MANUAL',
    83,
    ana,
    ['DUE_DILIGENCE_OPEN'],
    'Ownership chart still missing.',
  ),
  verdict(
    'PampaDex',
    'MANUAL',
    95,
    ana,
    ['DUE_DILIGENCE_OPEN'],
    'Licence pending until the Brazilian rule is in force.',
  ),
  verdict('LagosLoop', 'MANUAL', 20, ana, ['UNRESPONSIVE'], 'Reachable by email only.'),
  verdict(
    'Bosphor Kripto',
    'MANUAL',
    45,
    marcus,
    ['DUE_DILIGENCE_OPEN'],
    'Sends data; the questionnaire is not finished.',
  ),
]

/** Name, transfers in and out in the latest month, share with data, share of answers, growth a month. */
const volumes: readonly (readonly [string, number, number, number, number, number])[] = [
  ['Norrland Krypto', 212, 184, 0.98, 0.97, 1.06],
  ['Alpenvault Custody', 164, 203, 0.99, 0.99, 1.02],
  ['Granitequay Markets', 141, 118, 0.96, 0.92, 1.04],
  ['Kestrel Bay Europe', 96, 121, 1, 1, 1.1],
  ['Yuzuledger', 92, 87, 0.95, 0.9, 0.98],
  ['Orchid Peak', 88, 71, 0.97, 0.94, 1.08],
  ['Tidewatch Wallet', 61, 83, 0.35, 0.42, 1.15],
  ['Dunemark Virtual Assets', 57, 49, 0.9, 0.81, 1.01],
  ['Noeul Digital', 64, 38, 0.88, 0.7, 0.94],
  ['Wattlequay Digital', 41, 47, 0.93, 0.95, 1.22],
  ['Capewind Crypto', 38, 44, 0.91, 0.86, 1.03],
  ['Bosphor Kripto', 44, 29, 0.84, 0.66, 1.0],
  ['Meridian Rail Gateway', 31, 36, 0.97, 0.91, 1.05],
  ['PampaDex', 26, 22, 0.4, 0.55, 1.12],
  ['Kestrel Bay UK', 19, 23, 1, 1, 1.07],
  ['LagosLoop', 11, 16, 0.2, 0.25, 1.18],
  ['Thistlecoin', 6, 9, 0.3, 0.2, 0.8],
  ['Coral Reef OTC', 4, 8, 0, 0, 1.1],
  ['Saltmarsh Swap', 3, 1, 0, 0, 0.7],
]

function months([, incoming, outgoing, withData, answered, growth]: (typeof volumes)[number]) {
  return Array.from({ length: 12 }, (_, back) => {
    // The season is what makes a line look like months and not like a formula.
    const season = 1 + 0.12 * Math.sin(back * 1.7 + incoming)
    const at = (count: number) => Math.max(0, Math.round((count / growth ** back) * season))
    const [received, sent] = [at(incoming), at(outgoing)]
    const travelRuleOutgoing = Math.round(sent * withData)
    return {
      incoming: received,
      outgoing: sent,
      travelRuleOutgoing,
      travelRuleIncoming: Math.round(received * withData),
      answered: Math.round(travelRuleOutgoing * answered),
    }
  })
}

/** Gives the demo's main company its verdicts and its traffic, where it has none. */
export async function seedNetwork(
  database: Database<TrustTables>,
  vasps: readonly { did: string; profile: unknown }[],
  at: Date,
): Promise<void> {
  const didOf = (name: string) => {
    const found = vasps.find(
      ({ profile }) =>
        typeof profile === 'object' && profile !== null && Reflect.get(profile, 'name') === name,
    )
    if (!found) throw new Error(`The demo has no company ${name}`)
    return found.did
  }
  const reviews = verdicts.map(
    ({ name, ...review }): SeedReview => ({ ...review, reviewedVaspDID: didOf(name) }),
  )
  await seedReviews(database, kestrelBay, reviews, at)
  const activity = volumes.map(
    (line): SeedActivity => ({ did: didOf(line[0]), months: months(line) }),
  )
  await seedActivity(database, kestrelBay, activity, at)
}
