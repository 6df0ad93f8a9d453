import { createLog } from '@countersign/kit/log'
import { createRelay } from '@countersign/kit/outbox.worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWebhookApps } from '../index.ts'
import { aster, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const api = () => fixture.as({ email: null, grants: [] })

test('[WH-18] an edit is told to the company’s application, with the names of fields and no values', async () => {
  const sent: { application: string; payload: Readonly<Record<string, unknown>> }[] = []
  const relay = createRelay({
    database: fixture.relay,
    sender: {
      send: async (application, { payload }) => void sent.push({ application, payload }),
    },
    applications: findWebhookApps,
    clock: fixture.clock,
    random: Math.random,
    log: createLog('silent'),
  })
  await api().webhookApp.open({ did: aster })
  await api().vasp.update({ body: { did: aster, fields: { description: 'Canary 4711' } } })
  await relay.turn()
  await relay.turn()
  expect(sent).toEqual([
    {
      application: '0xa1',
      payload: {
        type: 'vasp.updated',
        vaspDID: aster,
        sequence: 1,
        did: aster,
        fields: ['description'],
        updatedAt: new Date(fixture.clock()).toISOString(),
      },
    },
  ])
})

test('[WP-01] [WH-18] events of a company whose portal is deleted reach nobody until it is opened again', async () => {
  const found = () =>
    fixture.relay.withNobody(async (tx) => (await findWebhookApps(tx, [aster])).get(aster))
  await api().webhookApp.open({ did: aster })
  expect(await found()).toBe('0xa1')
  await api().webhookApp.delete({ did: aster })
  expect(await found()).toBeUndefined()
  await api().webhookApp.open({ did: aster })
  expect(await found()).toBe('0xa1')
})

test('[WH-02] two companies whose DIDs strip alike never share an application', async () => {
  const { seedVasps } = await import('../index.ts')
  const twin = 'did:web:0xb1'
  const facts = {
    profile: { name: 'Twin' },
    regulatoryStatus: 'Pending',
    verificationStatus: 'UNVERIFIED',
    hasAdmin: false,
    isActiveReceiver: false,
    isNotifiable: false,
    compliancePhase: 'ACTIVE',
    subsidiaryOf: null,
    protocols: [],
    emailDomains: [],
  }
  await seedVasps(fixture.database, [{ did: twin, ...facts }], new Date(fixture.clock()))
  await Promise.all([briar, twin, briar, twin].map((did) => api().webhookApp.open({ did })))
  const uids = fixture.opened.slice(-4).map(({ uid, name }) => [name, uid] as const)
  expect(new Set(uids.map(([, uid]) => uid)).size).toBe(2)
  expect(new Map(uids).size).toBe(2)
})
