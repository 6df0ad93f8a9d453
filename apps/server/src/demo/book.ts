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

/** The demo company's customers with their wallets, and its first rules. @param ana the DID of Ana */
export const demoBook = (now: Date, ana: string): SeedBook => ({
  company: kestrelBay,
  by: ana,
  at: new Date(now.getTime() - 100 * 24 * 3_600_000),
  customers: customers.map(([customerRef, last, first, country, tags, of]) => ({
    customerRef,
    ivms101: person(last, first, country),
    tags,
    wallets: [{ address: wallet(of), network: 'ethereum' }],
  })),
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
    ],
  },
})
