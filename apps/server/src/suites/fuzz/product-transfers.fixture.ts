import { productExamples } from '@countersign/contracts/examples'
import { defaultTransferSettings } from '@countersign/contracts/transactions'
import { granitequay, kestrelBay } from '../../demo/index.ts'
import { networkRecipes } from './product-network.fixture.ts'
import { type Call, fresh, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }
const theirs = { vaspDID: granitequay }

/** A transfer from Kestrel Bay to Granitequay, just created. */
const made = async (call: Call) =>
  text(await call('ana', 'tx.create', { body: productExamples['tx.create']?.body }), 'id')

/** The same, sent. */
async function sent(call: Call): Promise<string> {
  const id = await made(call)
  await call('ana', 'tx.approve', { query: { ...ours, id } })
  return id
}

/** The same, with its address confirmed: its data is released. */
async function confirmed(call: Call): Promise<string> {
  const id = await sent(call)
  await call('ana', 'tx.confirm', { query: { ...theirs, id } })
  return id
}

const because = () => ({ reason: 'OTHER', comment: fresh() })

/** How the operations of transfers succeed: Ana works for both companies. */
export const transferRecipes: readonly Recipe[] = [
  ...networkRecipes,
  {
    id: 'tx.create',
    as: 'ana',
    make: async () => ({ body: productExamples['tx.create']?.body }),
  },
  {
    id: 'tx.validateV1',
    as: 'ana',
    make: async () => ({ body: productExamples['tx.validateV1']?.body }),
  },
  {
    id: 'tx.actions',
    as: 'ana',
    make: async (call) => ({ query: { ...ours, id: await made(call) } }),
  },
  {
    id: 'tx.price',
    as: 'ana',
    make: async () => ({ query: { ...ours, asset: 'ETH', network: 'ethereum', amount: '1.5' } }),
  },
  {
    id: 'tx.statistics',
    as: 'ana',
    make: async () => ({ query: { ...ours, from: '2026-01-01', to: '2026-12-31', by: 'month' } }),
  },
  {
    id: 'tx.outcomes',
    as: 'ana',
    make: async () => ({ query: { ...ours, from: '2026-01-01', to: '2026-12-31', by: 'month' } }),
  },
  {
    id: 'tx.statisticsCounterparties',
    as: 'ana',
    make: async () => ({ query: { ...ours, from: '2026-01-01', to: '2026-12-31' } }),
  },
  {
    id: 'review.statistics',
    as: 'ana',
    make: async () => ({
      path: { did: kestrelBay },
      query: { from: '2026-01-01', to: '2026-12-31' },
    }),
  },
  {
    id: 'tx.search',
    as: 'ana',
    make: async () => ({ body: { ...ours, person: { name: fresh() } } }),
  },
  {
    id: 'tx.approve',
    as: 'ana',
    make: async (call) => ({ query: { ...ours, id: await made(call) } }),
  },
  {
    id: 'tx.cancel',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, id: await made(call), ...because() } }),
  },
  {
    id: 'tx.process',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, id: await made(call), ...because() } }),
  },
  {
    id: 'tx.notify',
    as: 'ana',
    make: async () => ({
      body: {
        ...theirs,
        txHash: `0x${fresh()}`,
        transactionAsset: 'ETH',
        network: 'ethereum',
        amount: '0.5',
        destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      },
    }),
  },
  {
    id: 'simulator.send',
    as: 'ana',
    make: async () => ({ body: { ...ours, scenario: 'WITH_DATA' } }),
  },
  {
    id: 'tx.requestData',
    as: 'ana',
    make: async (call) => ({
      body: { ...theirs, id: await sent(call), fields: ['originator.BIRTH'] },
    }),
  },
  {
    id: 'tx.update',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, id: await made(call), tags: [fresh()] } }),
  },
  {
    id: 'tx.setHash',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, id: await made(call), txHash: `0x${fresh()}` } }),
  },
  {
    id: 'tx.confirm',
    as: 'ana',
    make: async (call) => ({ query: { ...theirs, id: await sent(call) } }),
  },
  {
    id: 'tx.reject',
    as: 'ana',
    make: async (call) => ({ body: { ...theirs, id: await sent(call), ...because() } }),
  },
  {
    id: 'tx.notReady',
    as: 'ana',
    make: async (call) => ({ body: { ...theirs, id: await sent(call), ...because() } }),
  },
  {
    id: 'tx.redirect',
    as: 'ana',
    // From Granitequay to Kestrel Bay, which keeps it.
    make: async (call) => {
      const body = { ...Object(productExamples['tx.create']?.body) }
      const back = { originatorVASPdid: granitequay, beneficiaryVASPdid: kestrelBay, ...theirs }
      const id = text(await call('ana', 'tx.create', { body: { ...body, ...back } }), 'id')
      await call('ana', 'tx.approve', { query: { ...theirs, id } })
      return { query: { ...ours, id, to: kestrelBay } }
    },
  },
  {
    id: 'tx.accept',
    as: 'ana',
    make: async (call) => ({ query: { ...theirs, id: await confirmed(call) }, body: {} }),
  },
  {
    id: 'tx.decline',
    as: 'ana',
    make: async (call) => ({ body: { ...theirs, id: await confirmed(call), ...because() } }),
  },
  {
    // Released by itself once it was confirmed, so a release by hand repeats that.
    id: 'tx.release',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, id: await confirmed(call), ...because() } }),
  },
  {
    id: 'tx.info',
    as: 'ana',
    make: async (call) => ({ query: { ...ours, id: await made(call) } }),
  },
  {
    id: 'tx.validate',
    as: 'ana',
    make: async () => ({ body: productExamples['tx.create']?.body }),
  },
  { id: 'tx.query', as: 'ana', make: async () => ({ query: { ...ours, transactionRef: 'none' } }) },
  {
    id: 'tx.piiViews',
    as: 'ana',
    make: async (call) => ({ query: { ...ours, id: await made(call) } }),
  },
  {
    id: 'analytics.dashboards',
    as: 'ana',
    make: async () => ({ query: { did: kestrelBay } }),
  },
  {
    id: 'analytics.embed',
    as: 'ana',
    make: async () => ({ body: { did: kestrelBay, dashboard: 'overview' } }),
  },
  {
    id: 'pdf.request',
    as: 'ana',
    make: async () => ({
      body: { did: kestrelBay, subject: { kind: 'profile', about: granitequay } },
    }),
  },
  {
    id: 'pdf.get',
    as: 'ana',
    make: async (call) => ({ path: { id: await made(call) }, query: ours }),
  },
  {
    id: 'pdf.check',
    as: 'nobody',
    make: async (call) => {
      const path = { id: await made(call) }
      const file = String(await call('ana', 'pdf.get', { path, query: ours }))
      return { body: { code: /\(([A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})\)/.exec(file)?.[1] } }
    },
  },
  {
    id: 'comments.list',
    as: 'ana',
    make: async (call) => ({ query: { ...ours, id: await made(call) } }),
  },
  {
    id: 'comments.add',
    as: 'ana',
    make: async (call) => ({
      body: { ...ours, id: await made(call), text: fresh(), audience: 'BOTH' },
    }),
  },
  { id: 'tx.list', as: 'ana', make: async () => ({ query: ours }) },
  { id: 'tx.counts', as: 'ana', make: async () => ({ query: ours }) },
  {
    id: 'tx.assign',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, ids: [await made(call)], assignee: null } }),
  },
  {
    id: 'tx.check',
    as: 'ana',
    make: async (call) => ({
      body: {
        ...ours,
        id: await made(call),
        kind: 'RISK_SCORE',
        source: 'Own analytics',
        result: 'LOW',
      },
    }),
  },
  {
    id: 'tx.snooze',
    as: 'ana',
    make: async (call) => ({ body: { ...ours, ids: [await made(call)], until: null } }),
  },
  { id: 'tx.settings', as: 'ana', make: async () => ({ path: ours }) },
  {
    id: 'tx.saveSettings',
    as: 'ana',
    make: async (call) => {
      const version = Number(text(await call('ana', 'tx.settings', { path: ours }), 'version'))
      return { path: ours, body: { ...defaultTransferSettings, version } }
    },
  },
  {
    id: 'tx.decrypt',
    as: 'ana',
    make: async (call) => ({
      body: { ...ours, id: await made(call), reason: { code: 'AUDIT', comment: fresh() } },
    }),
  },
]
