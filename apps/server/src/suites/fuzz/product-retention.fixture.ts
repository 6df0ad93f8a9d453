import { kestrelBay } from '../../demo/index.ts'
import { type Call, list, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }

const newest = async (call: Call): Promise<string[]> => {
  const found = await call('ana', 'tx.list', { query: { ...ours, resultsPerPage: '1' } })
  return list(found, 'transactions').map((one) => text(one, 'id'))
}
const asked = async (call: Call) => ({
  body: { ...ours, kind: 'ERASURE', ids: await newest(call), reason: 'Letter 7' },
})

/** What a company keeps of its transfers, and what people ask about it. */
export const retentionRecipes: readonly Recipe[] = [
  { id: 'retention.summary', as: 'ana', make: async () => ({ path: ours }) },
  { id: 'retention.holds', as: 'ana', make: async () => ({ query: ours }) },
  {
    id: 'retention.hold',
    as: 'ana',
    make: async (call) => {
      const ids = await newest(call)
      return { body: { ...ours, ids, until: '2099-12-31', reason: 'A court asks for it' } }
    },
  },
  { id: 'privacyRequests.create', as: 'ana', make: asked },
  { id: 'privacyRequests.list', as: 'ana', make: async () => ({ query: ours }) },
  {
    id: 'privacyRequests.cancel',
    as: 'ana',
    make: async (call) => {
      const made = await call('ana', 'privacyRequests.create', await asked(call))
      return { path: { requestId: text(made, 'id') }, query: ours }
    },
  },
]
