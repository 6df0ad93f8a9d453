import { afterAll, beforeAll, expect, test } from 'vitest'
import { people, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { tellCounterparties } from './alert.worker.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const day = 86_400_000
const network = () => people(fixture).network()
const officer = () => people(fixture).officer()

const itemsOf = async (did: string) =>
  (await people(fixture).adminOf(did).actionItems.list({ did })).items
    .filter(({ type }) => type === 'COUNTERPARTY_STATUS_CHANGED')
    .map(({ title, detail, severity }) => [title, detail, severity])
const tell = () =>
  tellCounterparties({
    ...{ database: fixture.database, relay: fixture.relay, clock: fixture.clock },
  })
const told = (did: string) =>
  rowsOf<{ payload: object }>(
    fixture,
    `select payload from outbox.event where vasp_did = '${did}'
       and type = 'counterparty.status.changed' order by created_at, id`,
  )

test('[TF-13] everyone with a verdict or an open request sees what happened to a company, and why', async () => {
  await officer().review.give({
    ...{ did: aster, body: { reviewedVaspDID: asterEu, reviewValue: 'TRUSTED' } },
  })
  await people(fixture)
    .adminOf(briar)
    .documentRequest.act({
      ...{ did: asterEu },
      query: {
        ...{ requestingVASPdid: briar, accessAction: 'REQUEST' },
        documentType: 'LICENCE',
      },
    })
  expect([await itemsOf(aster), await itemsOf(briar), await tell()]).toEqual([[], [], 0])

  fixture.clock.advance(day)
  await network().group.enable({
    ...{ did: asterEu, query: { entity_enablement: 'disable', reason: 'Owner under sanctions' } },
  })
  await network().administration.update({
    did: asterEu,
    body: {
      fields: { regulatoryStatus: 'No longer regulated' },
      reason: 'The Bank of Lithuania withdrew its licence',
    },
  })
  const items = [
    ['Aster Europe: disabled', 'Owner under sanctions', 'high'],
    ['Aster Europe: no longer regulated', 'The Bank of Lithuania withdrew its licence', 'high'],
  ]
  expect((await itemsOf(aster)).toSorted()).toEqual(items)
  expect((await itemsOf(briar)).toSorted()).toEqual(items)
  const alerts = [
    { status: 'DISABLED', reason: 'Owner under sanctions' },
    { status: 'DEREGISTERED', reason: 'The Bank of Lithuania withdrew its licence' },
  ]
  expect((await officer().vasp.get({ did: asterEu })).alerts).toMatchObject(alerts)
  const listed = await network().vasp.list({ query: { listingType: 'all' } })
  expect(listed.vasps.find(({ did }) => did === asterEu)?.alerts).toMatchObject(alerts)

  // Two workers at once tell each of them once.
  await Promise.all([tell(), tell()])
  await tell()
  for (const did of [aster, briar])
    expect((await told(did)).map(({ payload }) => payload)).toEqual(
      expect.arrayContaining(
        alerts.map((alert) => expect.objectContaining({ did, counterpartyDid: asterEu, ...alert })),
      ),
    )
  expect([(await told(aster)).length, (await told(briar)).length]).toEqual([2, 2])
})

test('[TF-13] whoever judges the company anew has seen it; whoever blocked it is in no enforceBodyTimeout', async () => {
  const judge = (reviewValue: 'MANUAL' | 'BLOCKED') =>
    officer().review.give({ did: aster, body: { reviewedVaspDID: briar, reviewValue } })
  await judge('BLOCKED')
  fixture.clock.advance(day)
  await network().administration.update({
    did: briar,
    body: { fields: { regulatoryStatus: 'No longer exempt' } },
  })
  expect(await itemsOf(aster)).toContainEqual(['Briar Custody: no longer regulated', null, 'low'])
  fixture.clock.advance(day)
  await judge('MANUAL')
  expect(await itemsOf(aster)).not.toContainEqual(
    expect.arrayContaining(['Briar Custody: no longer regulated']),
  )
  expect((await officer().vasp.get({ did: briar })).alerts).toMatchObject([
    { status: 'DEREGISTERED', reason: null },
  ])
})

test('[TF-13] a suspended verification tells its reason until it is given again', async () => {
  const move = (action: 'suspend' | 'reopen', note: string) =>
    network().verification.move({ did: aster, body: { action, note } })
  await move('suspend', 'The regulator asked us to')
  const alerts = async () => (await people(fixture).viewerOf(briar).vasp.get({ did: aster })).alerts
  expect(await alerts()).toMatchObject([
    { status: 'SUSPENDED', reason: 'The regulator asked us to' },
  ])
  await move('reopen', 'Looked into')
  expect(await alerts()).toEqual([])
})
