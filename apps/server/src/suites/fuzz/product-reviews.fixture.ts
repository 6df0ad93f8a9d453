import { kestrelBay } from '../../demo/index.ts'
import { own, type Recipe, text } from './recipe.fixture.ts'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'

/** Verdicts that are taken back, and looks at counterparties. */
export const reviewRecipes: readonly Recipe[] = [
  {
    ...{ id: 'review.undo', as: 'ana' },
    make: async (call) => {
      // Where two people decide, one of them undoes nothing.
      await call('marcus', 'settings.update', { ...own, body: { reviewsTakeTwo: false } })
      const body = { reviewedVaspDID: norrland, reviewValue: 'MANUAL' }
      const given = await call('ana', 'review.give', { ...own, body })
      return { path: { did: kestrelBay, reviewId: text(given, 'id') } }
    },
  },
  {
    ...{ id: 'counterparty.look', as: 'ana' },
    make: async () => ({ path: { did: kestrelBay, counterpartyDid: norrland } }),
  },
]
