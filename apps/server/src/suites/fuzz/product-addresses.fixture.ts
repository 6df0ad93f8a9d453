import { productExamples } from '@countersign/contracts/examples'
import { kestrelBay } from '../../demo/index.ts'
import { customerRecipes } from './product-customers.fixture.ts'
import { uploadRecipes } from './product-uploads.fixture.ts'
import type { Recipe } from './recipe.fixture.ts'

const company = { vasp_did: kestrelBay }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

/** How the operations of the address book, of customers and of a company's compliance phase succeed. */
export const addressRecipes: readonly Recipe[] = [
  ...customerRecipes,
  {
    id: 'address.registerCustomer',
    as: 'ana',
    make: async () => ({ body: productExamples['address.registerCustomer']?.body }),
  },
  ...uploadRecipes,
  {
    id: 'address.owner',
    as: 'ana',
    make: async () => ({ path: { address }, query: { ...company, network: 'ethereum' } }),
  },
  { id: 'address.list', as: 'ana', make: async () => ({ query: company }) },
  {
    id: 'address.remove',
    as: 'ana',
    make: async () => ({ query: { ...company, addresses: address } }),
  },
  {
    id: 'settings.updateCompliance',
    as: 'marcus',
    make: async (call) => {
      const path = { did: kestrelBay }
      const { compliancePhase, compliancePhaseData } = Object(
        await call('marcus', 'settings.compliance', { path }),
      )
      return { path, body: { compliancePhase, compliancePhaseData } }
    },
  },
]
