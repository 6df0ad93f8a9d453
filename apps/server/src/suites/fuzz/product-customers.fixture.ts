import { productExamples } from '@countersign/contracts/examples'
import { kestrelBay } from '../../demo/index.ts'
import { type Call, type Recipe, text } from './recipe.fixture.ts'

const company = { vaspDID: kestrelBay }
let last = 0

/** A customer that is new. @returns its reference */
async function fresh(call: Call): Promise<string> {
  const example = Object(productExamples['customers.create']?.body)
  const customerRef = `fuzz-${Date.now()}-${last++}`
  return text(
    await call('ana', 'customers.create', { body: { ...example, customerRef } }),
    'customerRef',
  )
}

/** A customer is asked to prove a wallet. @returns the secret of the link */
async function asked(call: Call): Promise<string> {
  const customerRef = await fresh(call)
  const example = Object(productExamples['proofs.request']?.body)
  const made = await call('ana', 'proofs.request', { body: { ...example, customerRef } })
  return new URL(text(made, 'link')).hash.slice(1)
}

/** How the operations of customers succeed. */
export const customerRecipes: readonly Recipe[] = [
  { id: 'customers.list', as: 'ana', make: async () => ({ query: company }) },
  {
    id: 'customers.create',
    as: 'ana',
    make: async () => ({
      body: {
        ...Object(productExamples['customers.create']?.body),
        customerRef: `fuzz-${Date.now()}-${last++}`,
      },
    }),
  },
  {
    id: 'customers.get',
    as: 'ana',
    make: async (call) => ({ path: { ref: await fresh(call) }, query: company }),
  },
  {
    id: 'customers.update',
    as: 'ana',
    make: async (call) => ({
      path: { ref: await fresh(call) },
      body: { ...company, version: 1, tags: ['Private client'] },
    }),
  },
  {
    id: 'customers.remove',
    as: 'ana',
    make: async (call) => ({ path: { ref: await fresh(call) }, query: company }),
  },
  {
    id: 'proofs.request',
    as: 'ana',
    make: async (call) => ({
      body: {
        ...Object(productExamples['proofs.request']?.body),
        customerRef: await fresh(call),
      },
    }),
  },
  {
    id: 'proofs.list',
    as: 'ana',
    make: async (call) => ({ query: { ...company, customerRef: await fresh(call) } }),
  },
  {
    id: 'proofs.open',
    as: 'ana',
    make: async (call) => {
      const example = Object(productExamples['proofs.request']?.body)
      const customerRef = await fresh(call)
      const made = await call('ana', 'proofs.request', { body: { ...example, customerRef } })
      const { request, link } = Object(made)
      const body = { token: new URL(link).hash.slice(1), type: 'declaration', proof: 'Mine' }
      await call('nobody', 'proofs.submit', { body })
      return { path: { id: request.id }, body: { ...company, reason: { code: 'AUDIT' } } }
    },
  },
  {
    id: 'proofs.look',
    as: 'nobody',
    make: async (call) => ({ body: { token: await asked(call) } }),
  },
  {
    id: 'proofs.submit',
    as: 'nobody',
    make: async (call) => ({
      body: { token: await asked(call), type: 'declaration', proof: 'This wallet is mine' },
    }),
  },
  {
    id: 'proofs.deposit',
    as: 'ana',
    make: async (call) => {
      const example = Object(productExamples['proofs.request']?.body)
      const customerRef = await fresh(call)
      const made = await call('ana', 'proofs.request', { body: { ...example, customerRef } })
      const { id, test } = Object(Object(made).request)
      const txHash = '5f'.repeat(32)
      return {
        path: { id },
        body: { ...company, amount: test.amount, from: example.address, txHash },
      }
    },
  },
  {
    id: 'customers.decrypt',
    as: 'ana',
    make: async (call) => ({
      path: { ref: await fresh(call) },
      body: { ...company, reason: { code: 'DATA_QUALITY' } },
    }),
  },
]
