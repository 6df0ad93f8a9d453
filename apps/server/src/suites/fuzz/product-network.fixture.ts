import { productExamples } from '@countersign/contracts/examples'
import { granitequay, kestrelBay } from '../../demo/index.ts'
import { type Call, list, type Recipe, text } from './recipe.fixture.ts'

/** A case of the desk that stands for nobody of the directory. */
async function nameless(call: Call): Promise<string> {
  const body = Object.assign({}, productExamples['tx.create']?.body, {
    beneficiaryVASPname: 'Coral Reef Ltd',
    beneficiaryVASPdid: undefined,
    transactionRef: undefined,
  })
  const id = text(await call('ana', 'tx.create', { body }), 'id')
  await call('ana', 'tx.approve', { query: { vaspDID: kestrelBay, id } })
  const answer = await call('noor', 'network.unreachable', {})
  const found = list(answer, 'cases').find((one) => text(one, 'name') === 'Coral Reef Ltd')
  return text(found, 'id')
}

/** What the network's desk does about transfers. */
export const networkRecipes: readonly Recipe[] = [
  { id: 'network.unreachable', as: 'noor', make: async () => ({}) },
  {
    id: 'network.resolve',
    as: 'noor',
    make: async (call) => ({
      path: { caseId: await nameless(call) },
      body: { vaspDID: granitequay },
    }),
  },
  {
    id: 'network.redirect',
    as: 'noor',
    make: async (call) => {
      const made = await call('ana', 'tx.create', { body: productExamples['tx.create']?.body })
      const id = text(made, 'id')
      await call('ana', 'tx.approve', { query: { vaspDID: kestrelBay, id } })
      return { body: { id, to: kestrelBay } }
    },
  },
]
