import { setTimeout } from 'node:timers/promises'
import { defaultTransferSettings } from '@countersign/contracts/transactions'
import { kestrelBay } from '../../demo/index.ts'
import { retentionRecipes } from './product-retention.fixture.ts'
import { type Call, list, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }
const names = { includePersonalData: true, reason: { code: 'AUDIT' } }

/** A new export, with room for it: only so many may be under way. */
async function requested(call: Call, more: object = {}): Promise<string> {
  for (const one of list(await call('ana', 'exportRequests.list', { query: ours }), 'exports'))
    if (['PENDING', 'WAITING', 'RUNNING'].includes(text(one, 'state')))
      await call('ana', 'exportRequests.cancel', {
        path: { exportId: text(one, 'id') },
        query: ours,
      })
  return text(await call('ana', 'exportRequests.create', { body: { ...ours, ...more } }), 'id')
}

/** Exports of transfers, from their request to their file, and what is kept of them. */
export const exportRecipes: readonly Recipe[] = [
  ...retentionRecipes,
  {
    id: 'exportRequests.create',
    as: 'ana',
    make: async (call) => {
      await requested(call)
      return { body: { ...ours, filter: { status: ['SENT'] }, format: 'JSONL' } }
    },
  },
  {
    id: 'exportRequests.agree',
    as: 'hana',
    make: async (call) => {
      const two = async (personalExports: boolean) => {
        const { version } = Object(await call('ana', 'tx.settings', { path: ours }))
        const fourEyes = { ...defaultTransferSettings.fourEyes, personalExports }
        const body = { ...defaultTransferSettings, fourEyes, version }
        await call('ana', 'tx.saveSettings', { path: ours, body })
      }
      await two(true)
      const exportId = await requested(call, names)
      await two(false)
      return { path: { exportId }, query: ours }
    },
  },
  { id: 'exportRequests.list', as: 'ana', make: async () => ({ query: ours }) },
  {
    id: 'exportRequests.get',
    as: 'ana',
    make: async (call) => ({ path: { exportId: await requested(call) }, query: ours }),
  },
  {
    id: 'exportRequests.download',
    as: 'ana',
    make: async (call) => {
      const at = { path: { exportId: await requested(call) }, query: ours }
      for (let tries = 0; tries < 100; tries++)
        if (text(await call('ana', 'exportRequests.get', at), 'state') === 'READY') break
        else await setTimeout(50)
      return at
    },
  },
  {
    id: 'exportRequests.cancel',
    as: 'ana',
    make: async (call) => ({ path: { exportId: await requested(call) }, query: ours }),
  },
]
