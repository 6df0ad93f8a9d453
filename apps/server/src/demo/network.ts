import type { Database } from '@countersign/kit/db'
import { type SeedReview, seedReviews, type TrustTables } from '@countersign/trust'

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

/** Gives the demo's main company its verdicts, where it has none. */
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
}
