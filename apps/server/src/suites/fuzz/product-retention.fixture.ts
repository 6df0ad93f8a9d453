import { kestrelBay } from '../../demo/index.ts'
import { list, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }

/** What a company keeps of its transfers. */
export const retentionRecipes: readonly Recipe[] = [
  { id: 'retention.summary', as: 'ana', make: async () => ({ path: ours }) },
  { id: 'retention.holds', as: 'ana', make: async () => ({ query: ours }) },
  {
    id: 'retention.hold',
    as: 'ana',
    make: async (call) => {
      const found = await call('ana', 'tx.list', { query: { ...ours, resultsPerPage: '1' } })
      const ids = list(found, 'transactions').map((one) => text(one, 'id'))
      return { body: { ...ours, ids, until: '2099-12-31', reason: 'A court asks for it' } }
    },
  },
]
