import { productExamples } from '@countersign/contracts/examples'
import { kestrelBay } from '../../demo/index.ts'
import { type Call, type Recipe, text } from './recipe.fixture.ts'

// Of incoming transfers, which the suite doesn't make for this company: rules would decide in the place of its people.
const company = { vaspDID: kestrelBay }

/** The rules are saved anew. @returns their version and the id of their first rule */
async function saved(call: Call): Promise<{ version: string; ruleId: string }> {
  const rules = await call('ana', 'rules.set', { body: productExamples['rules.set']?.body })
  return { version: text(rules, 'version'), ruleId: text(rules, 'incoming', 0, 'id') }
}

/** Rules of Ana's that wait for a second person. @returns their version */
async function proposed(call: Call): Promise<number> {
  const { version, ...settings } = Object(await call('ana', 'tx.settings', { path: company }))
  const fourEyes = { ...Object(settings.fourEyes), rules: true }
  await call('ana', 'tx.saveSettings', { path: company, body: { ...settings, fourEyes, version } })
  return Number((await saved(call)).version)
}

/** How the operations of rules succeed. */
export const ruleRecipes: readonly Recipe[] = [
  { id: 'rules.get', as: 'ana', make: async () => ({ query: company }) },
  {
    id: 'rules.set',
    as: 'ana',
    make: async () => ({ body: productExamples['rules.set']?.body }),
  },
  {
    id: 'rules.setDirection',
    as: 'ana',
    make: async () => ({ body: productExamples['rules.setDirection']?.body }),
  },
  {
    id: 'rules.check',
    as: 'ana',
    make: async () => ({ body: productExamples['rules.check']?.body }),
  },
  {
    id: 'rules.dryRun',
    as: 'ana',
    make: async () => ({ body: productExamples['rules.dryRun']?.body }),
  },
  {
    id: 'rules.delete',
    as: 'ana',
    make: async (call) => ({ body: { ...company, ids: [(await saved(call)).ruleId] } }),
  },
  { id: 'rules.versions', as: 'ana', make: async () => ({ query: company }) },
  {
    id: 'rules.restore',
    as: 'ana',
    make: async (call) => ({ body: { ...company, version: Number((await saved(call)).version) } }),
  },
  {
    id: 'rules.agree',
    as: 'marcus',
    make: async (call) => ({ body: { ...company, version: await proposed(call) } }),
  },
  {
    id: 'rules.discard',
    as: 'ana',
    make: async (call) => ({ body: { ...company, version: await proposed(call) } }),
  },
  {
    id: 'rules.decisions',
    as: 'ana',
    make: async (call) => {
      const made = await call('ana', 'tx.create', { body: productExamples['tx.create']?.body })
      return { query: { ...company, id: text(made, 'id') } }
    },
  },
]
