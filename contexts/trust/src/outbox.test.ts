import { createLog } from '@countersign/kit/log'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MessageSender, relayDueEvents } from './outbox.worker.ts'
import { aster, briar, trustFixture } from './trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
let sent: { uid: string; eventId: string; payload: Record<string, unknown> }[]
let refuse = false
beforeAll(async () => {
  fixture = await trustFixture()
})
beforeEach(() => {
  sent = []
  refuse = false
})
afterAll(() => fixture.close())

const api = () => fixture.as({ email: null, grants: [] })
const webhooks: MessageSender = {
  send: async (uid, { eventId, payload }) => {
    if (refuse) throw new Error('refused')
    sent.push({ uid, eventId, payload })
  },
}
const relay = () =>
  relayDueEvents({
    database: fixture.relay,
    webhooks,
    clock: fixture.clock,
    log: createLog('silent'),
  })

test('[TX-07] an edit is told once to the company’s application, with names and no values', async () => {
  await api().webhookApp.open({ did: aster })
  await api().vasp.update({ body: { did: aster, fields: { description: 'Canary 4711' } } })
  await relay()
  await relay()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ uid: '0xa1', payload: { type: 'vasp.updated', did: aster } })
  expect(JSON.stringify(sent)).not.toContain('Canary')
})

test('[TX-07] what the webhook service did not take is told again later, under the same id', async () => {
  await api().vasp.update({ body: { did: aster, fields: { description: 'Once more' } } })
  refuse = true
  await relay()
  expect(sent).toEqual([])
  refuse = false
  expect(await relay()).toBe(0)
  fixture.clock.advance(61_000)
  expect(await relay()).toBe(1)
  expect(sent).toHaveLength(1)
})

test('[TX-07] two relays at once tell each event once', async () => {
  for (let i = 0; i < 20; i++)
    await api().vasp.update({ body: { did: aster, fields: { description: `Edit ${i}` } } })
  await Promise.all([relay(), relay(), relay()])
  expect(new Set(sent.map((message) => message.eventId)).size).toBe(20)
  expect(sent).toHaveLength(20)
})

test('[WP-01] two companies whose DIDs strip alike never share an application', async () => {
  const { seedVasps } = await import('./index.ts')
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
