import { setTimeout } from 'node:timers/promises'
import { kestrelBay } from '../../demo/index.ts'
import { retentionRecipes } from './product-retention.fixture.ts'
import { type Call, list, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }

/** A new export, with room for it: only so many may be under way. */
async function requested(call: Call): Promise<string> {
  for (const one of list(await call('ana', 'exportRequests.list', { query: ours }), 'exports'))
    if (['WAITING', 'RUNNING'].includes(text(one, 'state')))
      await call('ana', 'exportRequests.cancel', {
        path: { exportId: text(one, 'id') },
        query: ours,
      })
  return text(await call('ana', 'exportRequests.create', { body: ours }), 'id')
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
