import { internalAdmin } from '@countersign/contracts'
import type { DirectoryQuery } from '@countersign/contracts/trust'
import { run } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { seedVasps } from '../index.ts'
import { aster, trustFixture } from '../trust.fixture.ts'
import { searchWords } from './search-words.rules.ts'

type Query = z.input<typeof DirectoryQuery>

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
  await seedVasps(fixture.database, companies.map(company), new Date(fixture.clock()))
})
afterAll(() => fixture.close())

const companies: readonly (readonly [name: string, more?: object])[] = [
  ['Kestrel Bay Exchange', { website: 'https://www.kestrel-bay.example/en' }],
  ['Orbit Wallet'],
  ['Öresund Krypto AB', { legalName: 'Öresund Straße Łódź Holding' }],
  ['Osprey Markets'],
  ['Zulu Pay'],
  ['東京取引所', { otherNames: ['Tokyo Torihikijo', '東京Exchange'] }],
  ['京東資産'],
  ['서울 거래소'],
  ['100％ Coins_Ltd'],
]

const company = ([name, more]: readonly [string, object?], n: number) => ({
  ...{ did: `did:ethr:0xe${n}`, profile: { name, ...more }, regulatoryStatus: 'Regulated' },
  ...{ verificationStatus: n % 2 ? 'VERIFIED' : 'UNVERIFIED', hasAdmin: true },
  ...{ isActiveReceiver: true, isNotifiable: true, compliancePhase: 'ACTIVE', subsidiaryOf: null },
  ...{ protocols: [], emailDomains: ['only-for-mail.example'] },
})

const visitor = () => fixture.as({ email: null, grants: [] })
const network = () => fixture.as({ email: null, grants: [{ vaspDID: null, role: internalAdmin }] })
const names = async (query: Query) =>
  (await visitor().vasp.list({ query })).vasps.map(({ name }) => name)

test.each([
  ['the words in any order', 'exchange bay KESTREL', ['Kestrel Bay Exchange']],
  ['parts of words', 'strel chang', ['Kestrel Bay Exchange']],
  ['every word', 'kestrel wallet', []],
  ['without accents what has them', 'oresund lodz', ['Öresund Krypto AB']],
  ['with accents what has none', 'kestrél', ['Kestrel Bay Exchange']],
  ['with a letter and its accent apart', 'o\u0308resund', ['Öresund Krypto AB']],
  ['ligatures', 'strasse', ['Öresund Krypto AB']],
  ['two signs', '東京', ['東京取引所']],
  ['one sign', '京', ['京東資産', '東京取引所']],
  ['signs in the middle', '取引', ['東京取引所']],
  ['signs and letters', '東京exch', ['東京取引所']],
  ['two syllables', '거래', ['서울 거래소']],
  ['the first letters of a word', 'kr', ['Öresund Krypto AB']],
  [
    'the page in an address',
    'https://app.kestrel-bay.example/login?next=1',
    ['Kestrel Bay Exchange'],
  ],
  ['an address without its protocol', 'www.kestrel-bay.example', ['Kestrel Bay Exchange']],
  ['the domain of a mail address', 'Kay@mail.kestrel-bay.example', ['Kestrel Bay Exchange']],
  ['no domain that only mail has', 'kay@only-for-mail.example', []],
  ['a wide percent sign as itself', '％', []],
  ['what stands for anything as itself', '100％ coins_l', ['100％ Coins_Ltd']],
])('[TF-03] a search finds %s', async (_, q, found) => {
  expect((await names({ q })).toSorted()).toEqual(found.toSorted())
  const byChange = await names({ q, order: 'updatedAt,name' })
  expect(byChange.toSorted()).toEqual(found.toSorted())
  expect((await visitor().vasp.facets({ query: { q } })).total).toBe(found.length)
  const administered = await network().administration.list({ query: { q } })
  expect(administered.companies.map(({ vasp }) => vasp.name).toSorted()).toEqual(found.toSorted())
})

test.each(['kestral', 'kestrle bay', 'exchagne kestrel', 'Kestrél Exchagne'])(
  '[TF-03] a typing error in %j finds what was meant',
  async (q) => {
    expect(await names({ q })).toContain('Kestrel Bay Exchange')
    expect(await names({ q, badge: 'verified' })).toEqual([])
    expect(await names({ q, order: 'updatedAt' })).toEqual(await names({ q, order: 'updatedAt' }))
    const { total } = await visitor().vasp.facets({ query: { q } })
    expect(await names({ q, order: 'updatedAt' })).toHaveLength(total)
  },
)

test('[TF-03] ten words of a search count, each once; a page or an address of mail is its domain', () => {
  const letters = [...'abcdefghijkl']
  expect(searchWords(`  a ${letters.join('\n ')} a`)).toEqual(letters.slice(0, 10))
  expect(searchWords('ana@kestrel-bay.example https://www.kestrel-bay.example/en')).toEqual([
    'kestrel-bay.example',
  ])
})

test('[TF-03] what somebody has written right finds nothing that only resembles it', async () => {
  expect(await names({ q: 'orbit' })).toEqual(['Orbit Wallet'])
  // It is there, though the filter leaves it out: nothing else was meant.
  expect(await names({ q: 'orbit', badge: 'super_vasp', jurisdictions: 'SG' })).toEqual([])
  for (const q of ['xqzwv', 'bya', 'kestral yz', 'kestral exchagne orbti walelt', '東海'])
    expect(await names({ q })).toEqual([])
})

test('[TF-03] a company that hides is as if it were not there, also for typing errors', async () => {
  await seedVasps(
    fixture.database,
    [{ ...company(['Quokka Vault'], 98) }, { ...company(['Quokko Bank'], 99) }],
    new Date(fixture.clock()),
  )
  expect(await names({ q: 'quokka' })).toEqual(['Quokka Vault'])
  await run(
    fixture.url,
    `update trust.vasp set discoverable = false where vasp_did = 'did:ethr:0xe98'`,
  )
  expect(await names({ q: 'quokka' })).toEqual(['Quokko Bank'])
  expect(await names({ q: 'quokak vault' })).toEqual([])
})

test('[TF-03] names with accents stand where their letters do', async () => {
  const listed = await names({ per_page: 100 })
  const some = ['Orbit Wallet', 'Öresund Krypto AB', 'Osprey Markets', 'Zulu Pay']
  expect(listed.filter((name) => some.includes(name))).toEqual(some)
  expect(await names({ per_page: 100, order: 'name:DESC' })).toEqual(listed.toReversed())
  const officer = fixture.as({ email: null, grants: [{ vaspDID: aster, role: 'viewer' }] })
  const { loginable } = await officer.vasp.userVaspList({ query: { q: 'exchange ASTÉR' } })
  expect(loginable.map(({ did }) => did)).toEqual([aster])
})
