import { refusal } from '@countersign/kit/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chainOf, people } from '../../governance.fixture.ts'
import { companyPort } from '../../index.ts'
import { aster, briar, trustFixture } from '../../trust.fixture.ts'
import { leiOf, rejectedCsv, upload, work } from './import.fixture.ts'
import { importPage } from './page.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterEach(async () => {
  const { imports: all } = await imports().list({ query: {} })
  for (const { id, state } of all) if (state === 'preview') await imports().cancel({ importId: id })
})
afterAll(() => fixture.close())

const network = () => people(fixture).network()
const imports = () => network().companyImport
const member = () => people(fixture).viewerOf(aster)

/** Names that no other test uses. */
let count = 0
const fresh = (stem: string) => `${stem} xq${++count}`

async function previewed(...lines: string[]) {
  const { status, body } = await upload(fixture, lines.join('\n'))
  expect(body).toMatchObject({ state: 'preview' })
  expect(status).toBe(200)
  return String(body.id)
}
const linesOf = async (importId: string) =>
  (await imports().lines({ importId, query: { per_page: 100 } })).lines
const confirmed = async (importId: string, alsoLines: number[] = []) => {
  await imports().confirm({ importId, body: { alsoLines } })
  await work(fixture)
  return imports().get({ importId })
}
/** The DIDs of an import's companies, by line. */
const companiesOf = async (importId: string) =>
  (await linesOf(importId)).flatMap(({ did }) => (did ? [did] : []))

describe('a preview', () => {
  test('[TF-05] tells what would be created, what may be there already and what is wrong', async () => {
    const [name, again, other] = [fresh('Juniper'), fresh('Sorrel'), fresh('Tansy')]
    const id = await previewed(
      'name,legalName,website,jurisdictions,lei,emailDomains,country',
      `${name},"Juniper, Ltd.",https://${count}.juniper.example,SG|MT,${leiOf(1)},Juniper.example,SG`,
      `BRIAR  Cústody Ltd,,,,,,`,
      `${again},,https://www.aster.example/about,,,,`,
      `${again.toUpperCase()} GmbH,,,,,,`,
      `${other},,ftp://x,,${leiOf(2).slice(0, 19)}x,,XX`,
      ',,,,,,DE',
      `${other},,,,${leiOf(1)},,`,
      `${other},"=HYPERLINK(""x"")",,`,
    )
    const lines = await linesOf(id)
    expect(lines.map(({ line, state }) => [line, state])).toEqual([
      [2, 'ready'],
      [3, 'duplicate'],
      [4, 'duplicate'],
      [5, 'duplicate'],
      [6, 'rejected'],
      [7, 'rejected'],
      [8, 'rejected'],
      [9, 'rejected'],
    ])
    expect(lines[0]).toMatchObject({
      fields: { name, legalName: 'Juniper, Ltd.', jurisdictions: ['SG', 'MT'], lei: leiOf(1) },
      emailDomains: ['juniper.example'],
      did: null,
    })
    expect(lines[1]?.duplicates).toEqual([
      { by: 'name', did: briar, name: 'Briar Custody', line: null },
    ])
    expect(lines[2]?.duplicates).toMatchObject([{ by: 'domain', did: aster }])
    expect(lines[3]?.duplicates).toEqual([{ by: 'name', did: null, name: null, line: 4 }])
    const wrong = lines.slice(4).map(({ problems }) => problems.map(({ field }) => field))
    expect(wrong).toEqual([['website', 'lei', 'country'], ['name'], ['lei'], [null]])
    expect(lines[6]?.problems).toEqual([{ field: 'lei', reason: 'Line 2 has this LEI' }])
    const { counts } = await imports().get({ importId: id })
    expect(counts).toMatchObject({ total: 8, ready: 1, duplicate: 3, rejected: 4 })
    expect((await member().vasp.list({ query: { q: name } })).vasps).toEqual([])
    const list = await imports().lines({ importId: id, query: { state: 'duplicate', per_page: 2 } })
    const more = await imports().lines({
      ...{ importId: id, query: { state: 'duplicate', per_page: 2, cursor: list.next ?? '' } },
    })
    expect([...list.lines, ...more.lines].map(({ line }) => line)).toEqual([3, 4, 5])
    expect((await chainOf(fixture, 'network')).at(-1)).toMatchObject({
      ...{ action: 'import.upload', actor: 'did:example:noor', detail: { lines: 8 } },
    })
    await imports().cancel({ importId: id })
    expect(await linesOf(id)).toEqual([])
  })

  test('[TF-05] gives the rejected lines as CSV, which no spreadsheet runs and which can be sent again', async () => {
    const id = await previewed(
      'name;country;description',
      `=cmd|' /C calc'!A0;XX;"a; ""b"""`,
      '@x;DE;ok',
      ';DE;',
    )
    const csv = await rejectedCsv(fixture, id)
    expect(csv).toBe(
      [
        '\ufeffline,field,reason,name,country,description',
        `2,country,country: There is no country with this code,'=cmd|' /C calc'!A0,XX,"a; ""b"""`,
        '4,name,name: Enter a name,,DE,\r\n',
      ].join('\r\n'),
    )
    await imports().cancel({ importId: id })
    const again = await upload(fixture, csv.replace(',XX,', ',SE,'))
    expect(again.body.counts).toMatchObject({ total: 2, ready: 1, rejected: 1 })
  })

  test.each([
    ['another encoding', Buffer.from('name\nBj\xf6rn\n', 'latin1'), /isn’t UTF-8/],
    ['UTF-16', Buffer.from('\ufeffname\nx\n', 'utf16le'), /isn’t UTF-8/],
    ['NUL', 'name\na\0b\n', /NUL/],
    ['nothing', ' \n', /empty/],
    ['no companies', 'name\n', /no companies/],
    ['a missing column', 'website\nhttps://x.example\n', /"name" is missing/],
    ['an unknown column', 'name,nmae\na,b\n', /Unknown column "nmae"/],
    ['a column twice', 'name,Name\na,b\n', /"name" appears twice/],
    ['an open quote', 'name\n"a\n', /Line \d: a quote is not closed/],
    ['a stray quote', 'name\n"a"b\n', /Line 2: unexpected quote/],
    ['a huge row', `name\n"${'a'.repeat(70_000)}"\n`, /longer than 64 kB/],
    ['too many companies', `name\n${'a\n'.repeat(10_001)}`, /more than 10,000/],
    ['XML', '<?xml version="1.0"?><a/>', /XML isn’t supported/],
    ['broken JSON', '{"records": [', /isn’t valid JSON/],
    ['other JSON', '{"records": 1}', /isn’t a GLEIF JSON file/],
  ])('[TF-05] a file with %s is refused, with the reason', async (_, file, reason) => {
    const { status, body } = await upload(fixture, file)
    expect(status).toBe(422)
    expect(body.err.message).toMatch(reason)
  })

  test('[TF-05] no more than five wait for a decision', async () => {
    const open = []
    for (let n = 0; n < 5; n++) open.push(await previewed('name', fresh('Waiting')))
    const sixth = await upload(fixture, 'name\nOne too many\n')
    expect(sixth).toMatchObject({ status: 409, body: { err: { message: /5 previews wait/ } } })
    const { imports: first, next } = await imports().list({ query: { per_page: 3 } })
    const rest = await imports().list({ query: { per_page: 3, cursor: next ?? '' } })
    expect([...first, ...rest.imports].slice(0, 5).map(({ id }) => id)).toEqual(open.toReversed())
  })
})

describe('an import', () => {
  test('[TF-05] makes companies that nobody has claimed, as the network states them', async () => {
    const [name, domain] = [fresh('Larch'), `larch${count}.example`]
    const id = await previewed('name,lei,emailDomains,country', `${name},${leiOf(11)},${domain},SE`)
    const done = await confirmed(id)
    expect(done).toMatchObject({ state: 'finished', counts: { imported: 1 } })
    const [did = ''] = await companiesOf(id)
    expect(await member().vasp.get({ did })).toMatchObject({
      ...{ name, hasAdmin: false, verificationStatus: 'UNVERIFIED', country: 'SE' },
      issuers: { name: { issuerDid: 'network' }, lei: { issuerDid: 'network' } },
      registers: [{ registry: 'GLEIF', externalId: leiOf(11), proof: 'network' }],
    })
    expect((await member().vasp.list({ query: { q: name } })).vasps).toMatchObject([{ did }])
    const stranger = fixture.as({ email: `kim@${domain}`, grants: [] })
    expect((await stranger.vasp.userVaspList({ query: {} })).claimable).toMatchObject([{ did }])
    expect((await chainOf(fixture, did)).map(({ action }) => action)).toEqual(['import.create'])
    const told = (await chainOf(fixture, 'network')).slice(-3).map(({ action }) => action)
    expect(told).toEqual(['import.upload', 'import.confirm', 'import.finish'])
  })

  test('[TF-05] leaves duplicates out unless they are named, and an LEI never comes twice', async () => {
    const name = fresh('Alder')
    const taken = leiOf(21)
    await confirmed(await previewed('name,lei', `${name},${taken}`))
    const id = await previewed(
      ...['name,lei', `${name} Ltd,`, `${name} Inc,`, `${fresh('Rowan')},${taken}`],
    )
    expect(
      await refusal(imports().confirm({ importId: id, body: { alsoLines: [4] } })),
    ).toMatchObject({ status: 422 })
    await confirmed(id, [3])
    expect((await linesOf(id)).map(({ state }) => state)).toEqual([
      ...['duplicate', 'imported', 'duplicate'],
    ])
  })

  test('[TF-05] skips what became a duplicate between preview and import', async () => {
    const [name, lei] = [fresh('Hazel'), leiOf(31)]
    const id = await previewed(
      'name,lei',
      `${name},`,
      `${fresh('Maple')},${lei}`,
      `${fresh('Cedar')},`,
    )
    const at = new Date(fixture.clock())
    for (const [did, profile] of [
      [`did:web:hazel${count}.example`, { name }],
      [`did:web:maple${count}.example`, { name: fresh('Other'), lei }],
    ] as const)
      await fixture.database.withTenant(did, (tx) =>
        companyPort.create(tx, { did, profile, emailDomains: [], discoverable: true }, at),
      )
    const { counts } = await confirmed(id)
    expect(counts).toMatchObject({ imported: 1, skipped: 2 })
    expect((await linesOf(id)).map(({ duplicates }) => duplicates.map(({ by }) => by))).toEqual([
      ...[['name'], ['lei'], []],
    ])
  })

  test('[TF-05] two confirmations at once are one, and two workers never do a line twice', async () => {
    const names = Array.from({ length: 230 }, () => fresh('Birchwood'))
    const id = await previewed('name', ...names)
    const confirm = () => imports().confirm({ importId: id, body: {} })
    const both = await Promise.allSettled([confirm(), confirm()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(confirm())).toMatchObject({ status: 409 })
    await Promise.all([work(fixture), work(fixture), work(fixture)])
    await work(fixture)
    expect(await imports().get({ importId: id })).toMatchObject({
      ...{ state: 'finished', counts: { imported: 230, ready: 0 } },
    })
    const { total } = await network().administration.list({
      query: { q: 'Birchwood', per_page: 1 },
    })
    expect(total).toBe(230)
  })

  test('[TF-05] can be cancelled on its way; what is there stays, and can be undone', async () => {
    const id = await previewed('name', ...Array.from({ length: 150 }, () => fresh('Elmwood')))
    await imports().confirm({ importId: id, body: {} })
    const { database, relay, clock } = fixture
    await importPage({ database, relay, clock, isPeopled: async () => false })
    expect(await refusal(imports().undo({ importId: id }))).toMatchObject({ status: 409 })
    await imports().cancel({ importId: id })
    await work(fixture)
    const stopped = await imports().get({ importId: id })
    expect(stopped).toMatchObject({ state: 'cancelled', counts: { imported: 100, ready: 50 } })
    await imports().undo({ importId: id })
    await work(fixture)
    const undone = await imports().get({ importId: id })
    expect(undone).toMatchObject({ state: 'undone', counts: { undone: 100, imported: 0 } })
    expect(await refusal(imports().cancel({ importId: id }))).toMatchObject({ status: 409 })
    expect((await member().vasp.list({ query: { q: 'Elmwood' } })).vasps).toEqual([])
  })

  test('[TF-05] is undone but for what somebody claimed, changed or refers to, and says why', async () => {
    const names = ['Free', 'Claimed', 'Asked', 'Changed', 'Judged', 'Nested', 'Gone'].map(fresh)
    const id = await previewed('name,lei', ...names.map((name, n) => `${name},${leiOf(41 + n)}`))
    await confirmed(id)
    const [free = '', claimed = '', asked = '', changed = '', judged = '', nested = '', gone = ''] =
      await companiesOf(id)
    const at = new Date(fixture.clock())
    await fixture.database.withTenant(claimed, (tx) => companyPort.claimed(tx, claimed, at))
    fixture.clock.advance(1_000)
    await network().vasp.update({ body: { did: changed, fields: { description: 'New' } } })
    const review = { reviewedVaspDID: judged, reviewValue: 'MANUAL' as const, note: 'Known' }
    await people(fixture).officer().review.give({ did: aster, body: review })
    const adding = { group_vasp: aster, subsidiaries: [nested] }
    await people(fixture)
      .adminOf(aster)
      .group.nest({ query: { action: 'add' }, body: adding })
    await network().curation.remove({ did: gone, query: {} })
    await imports().undo({ importId: id })
    await work(fixture, [asked])
    expect((await linesOf(id)).map(({ state, problems }) => [state, problems[0]?.reason])).toEqual([
      ['undone', undefined],
      ['kept', 'Someone has claimed it'],
      ['kept', 'Someone has asked to claim or join it'],
      ['kept', 'Changed since'],
      ['kept', 'Another company references it'],
      ['kept', 'Another company references it'],
      ['kept', 'Already removed by the network'],
    ])
    expect(await refusal(member().vasp.get({ did: free }))).toMatchObject({ status: 404 })
    expect(await member().vasp.get({ did: claimed })).toMatchObject({ hasAdmin: true })
    expect((await chainOf(fixture, free)).at(-1)).toMatchObject({ action: 'import.undo' })
    // Its LEI is free again.
    const heir = await previewed('name,lei', `${fresh('Heir')},${leiOf(41)}`)
    expect(await confirmed(heir)).toMatchObject({ counts: { imported: 1 } })
  })
})
