import type { SeedBook } from '@countersign/transactions'
import { person, wallet } from './transfers.ts'
import { kestrelBay } from './users.ts'

// People and wallets are invented, as those of the transfers: most are the customers whom these name.
const customers: readonly (readonly [
  ref: string,
  last: string,
  first: string,
  country: string,
  tags: readonly string[],
  wallet: string,
])[] = [
  ['KB-10021', 'Lee', 'Siew Eng', 'SG', ['private'], 'gq-1180 to'],
  ['KB-10022', 'Yeo', 'Kelvin', 'SG', [], 'gq-1179 to'],
  ['KB-10023', 'Loh', 'Cheryl Ann', 'SG', ['private', 'watch'], 'al-2231 to'],
  ['KB-10024', 'Ho', 'Zhi Wei', 'SG', [], 'nk-0907 to'],
  ['KB-10025', 'Chong', 'Vanessa', 'MY', ['business'], 'gq-1178 to'],
  ['KB-10026', 'Ng', 'Jun Hao', 'SG', [], 'al-2230 to'],
  ['KB-10027', 'Rahman', 'Aisha', 'SG', ['private'], 'wd-0408 from'],
  ['KB-10028', 'Fernandez', 'Luis', 'PH', [], 'wd-0411 from'],
]

const [firstMore, howMany] = [50_001, 112]
/** Addresses of each of them: 2,000 in all, with the eight above. */
const addressesOf = (n: number) => (n < 88 ? 18 : 17)
const moreNames = {
  last: [
    'Tan',
    'Lim',
    'Lee',
    'Ng',
    'Ong',
    'Wong',
    'Goh',
    'Chua',
    'Koh',
    'Teo',
    'Rahman',
    'Nair',
    'Pereira',
    'Santos',
  ],
  first: [
    'Adeline',
    'Benedict',
    'Charmaine',
    'Darren',
    'Evelyn',
    'Faizal',
    'Geraldine',
    'Hakim',
    'Irene',
    'Jeremy',
    'Kavitha',
  ],
  country: ['SG', 'SG', 'SG', 'SG', 'MY', 'ID', 'PH', 'AU'],
}
const nth = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('An empty list')
  return found
}

/** Many more, so that the list has pages. */
const others = Array.from({ length: howMany }, (_, n) => ({
  customerRef: `KB-${firstMore + n}`,
  ivms101: person(
    nth(moreNames.last, n * 5),
    nth(moreNames.first, n * 3),
    nth(moreNames.country, n),
  ),
  tags: n % 9 === 0 ? ['business'] : n % 5 === 0 ? ['private'] : [],
  wallets: Array.from({ length: addressesOf(n) }, (_, at) => {
    const network = nth(['ethereum', 'bitcoin', 'ethereum', 'solana', 'tron', 'polygon'], n + at)
    return { address: wallet(`book ${n} ${at}`, network), network }
  }),
}))

/** The demo company's customers with their wallets, its settings, exports and first rules. @param ana the DID of Ana */
export const demoBook = (now: Date, ana: string): SeedBook => ({
  company: kestrelBay,
  by: ana,
  at: new Date(now.getTime() - 100 * 24 * 3_600_000),
  customers: [
    ...customers.map(([customerRef, last, first, country, tags, of]) => ({
      customerRef,
      ivms101: person(last, first, country),
      tags,
      wallets: [{ address: wallet(of), network: 'ethereum' }],
    })),
    ...others,
  ],
  // Only what is far above the demo's other transfers waits for a second person.
  approveFrom: '1000000.00',
  exports: [
    {
      at: new Date(now.getTime() - 3 * 24 * 3_600_000),
      filter: { status: ['DECLINED', 'REJECTED'] },
      format: 'CSV',
      zone: 'Asia/Singapore',
    },
    {
      at: new Date(now.getTime() - 24 * 3_600_000),
      filter: { status: ['ACCEPTED'], txDirection: ['outgoing'] },
      format: 'JSONL',
      zone: 'UTC',
    },
  ],
  rules: {
    incoming: [
      {
        name: 'Blocked companies',
        enabled: true,
        actionRule: 'REJECT',
        reason: 'COUNTERPARTY_NOT_ACCEPTED',
        conditions: [{ check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['BLOCKED'] }],
      },
      {
        name: 'Sanctions match',
        enabled: true,
        actionRule: 'REJECT',
        reason: 'SANCTIONS',
        conditions: [{ check: 'SANCTION_LIST_CHECK', operator: 'IN', values: ['MATCH'] }],
      },
      {
        name: 'Trusted, small, and the name matches',
        enabled: true,
        actionRule: 'APPROVE',
        conditions: [
          { check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED'] },
          { check: 'TRANSACTION_AMOUNT', operator: '<=', amount: '1000.00', currency: 'SGD' },
          { check: 'NAME_MATCH', operator: 'IN', values: ['EXACT'] },
        ],
      },
    ],
    outgoing: [
      {
        name: 'Blocked companies',
        enabled: true,
        actionRule: 'REJECT',
        reason: 'COUNTERPARTY_NOT_ACCEPTED',
        conditions: [{ check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['BLOCKED'] }],
      },
      {
        name: 'Large amounts to self-hosted wallets',
        enabled: true,
        actionRule: 'SEND_TO_INBOX',
        conditions: [
          { check: 'TRANSACTION_TYPE', operator: 'IN', values: ['NON_CUSTODIAL'] },
          { check: 'TRANSACTION_AMOUNT', operator: '>', amount: '100000.00', currency: 'SGD' },
        ],
      },
    ],
  },
})
