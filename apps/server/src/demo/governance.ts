import type { Database } from '@countersign/kit/db'
import {
  type SeedGovernance,
  type SeedVasp,
  seedGovernance,
  type TrustTables,
} from '@countersign/trust'

const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'

const submit = (daysAgo: number) => ({
  action: 'submit' as const,
  note: 'Please verify us. Certificate of incorporation and licence are among our documents.',
  daysAgo,
})
const take = (daysAgo: number) => ({
  action: 'take' as const,
  note: 'Checking the company register and the regulator’s list.',
  daysAgo,
})

/** A verification as it would have come to its state. */
function verificationOf(did: string, status: string, index: number) {
  const ago = 330 - index * 9
  if (status === 'VERIFIED')
    return {
      did,
      moves: [
        submit(ago + 9),
        take(ago + 4),
        {
          action: 'approve' as const,
          note: 'Register, licence and domain agree with the profile.',
          daysAgo: ago,
        },
      ],
      // Its verification ends soon, so that somebody has something to do about it.
      goodForDays: did === kestrelBay ? 41 : 365 - ago,
    }
  if (status === 'REJECTED')
    return {
      did,
      moves: [
        submit(40),
        take(33),
        {
          action: 'reject' as const,
          note: 'The regulator’s list shows no licence under this name. Appeal with a copy of it.',
          daysAgo: 21,
        },
      ],
    }
  if (status === 'PENDING_REVIEW')
    // One still waits to be taken.
    return { did, moves: index % 2 === 0 ? [submit(12 + index), take(3)] : [submit(2 + index)] }
  return undefined
}

/** Verifications in all their states, what registers say, settings, and a company that asks to join. */
export async function seedDemoGovernance(
  database: Database<TrustTables>,
  vasps: readonly SeedVasp[],
  at: Date,
): Promise<void> {
  const didOf = (name: string) => vasps.find(({ profile }) => nameOf(profile) === name)?.did ?? ''
  const seed: SeedGovernance = {
    verifications: vasps.flatMap(
      ({ did, verificationStatus }, index) => verificationOf(did, verificationStatus, index) ?? [],
    ),
    records: [
      {
        did: kestrelBay,
        registry: 'GLEIF',
        externalId: 'FICT00D3HLW864R5FJ88',
        record: {
          lei: 'FICT00D3HLW864R5FJ88',
          registrationStatus: 'ISSUED',
          nextRenewalDate: new Date(at.getTime() + 28 * 86_400_000).toISOString(),
        },
      },
      ...['Kestrel Bay UK', 'Orchid Peak', 'Wattlequay Digital'].map((name, index) => ({
        did: didOf(name),
        registry: 'VASPnet' as const,
        externalId: `vn-${index + 1}`,
        record: { licenceStatus: 'No longer regulated' },
      })),
    ],
    settings: [{ did: kestrelBay, statusToProcessBlockchain: 'ACCEPTED' }],
    nestRequests: [{ group: kestrelBay, subsidiary: didOf('Tidewatch Wallet') }],
  }
  await seedGovernance(database, seed, at)
}

const nameOf = (profile: unknown): unknown => Reflect.get(Object(profile), 'name')
