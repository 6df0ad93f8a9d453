import { kestrelBay } from '../../demo/index.ts'
import { type Asked, type Call, fresh, list, own, type Recipe, text } from './recipe.fixture.ts'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'

/** A question that Kestrel Bay asks of Norrland, about the version that it has read. */
async function question(call: Call): Promise<Asked> {
  const query = { requestingVASPdid: kestrelBay }
  const ddq = await call('marcus', 'questionnaire.get', { path: { did: norrland }, query })
  const version = Number(text(ddq, 'submitted', 'version'))
  return { ...own, body: { ownerDid: norrland, version, about: 'D5', text: fresh() } }
}

/** A question with room for another comment, asked where there is none. */
async function asked(call: Call, status: 'OPEN' | 'RESOLVED') {
  const query = { ownerDid: norrland, status }
  const found = await call('marcus', 'questionnaireThread.list', { ...own, query })
  const [seen] = list(found, 'threads').filter((one) => list(one, 'comments').length < 50)
  const thread = seen ?? (await call('marcus', 'questionnaireThread.ask', await question(call)))
  return { path: { did: kestrelBay, thread: text(thread, 'id') } }
}

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
  { id: 'questionnaireThread.ask', as: 'marcus', make: question },
  {
    ...{ id: 'questionnaireThread.comment', as: 'marcus' },
    make: async (call) => ({ ...(await asked(call, 'OPEN')), body: { text: fresh() } }),
  },
  {
    ...{ id: 'questionnaireThread.resolve', as: 'marcus' },
    make: (call) => asked(call, 'OPEN'),
  },
  {
    ...{ id: 'questionnaireThread.reopen', as: 'marcus' },
    make: (call) => asked(call, 'RESOLVED'),
  },
  {
    ...{ id: 'counterparty.look', as: 'ana' },
    make: async () => ({ path: { did: kestrelBay, counterpartyDid: norrland } }),
  },
]
