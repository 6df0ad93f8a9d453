import { kestrelBay } from '../../demo/index.ts'
import type { Recipe } from './recipe.fixture.ts'

const own = { path: { did: kestrelBay } }

/** Requests about a company's application at the webhook service that succeed. */
export const webhookRecipes: readonly Recipe[] = [
  { id: 'webhookApp.link', as: 'marcus', make: async () => ({ ...own, body: {} }) },
  ...['get', 'open', 'expire', 'delete'].map(
    (verb): Recipe => ({ id: `webhookApp.${verb}`, as: 'marcus', make: async () => own }),
  ),
  {
    ...{ id: 'webhookApp.view', as: 'marcus' },
    // Another recipe may have deleted it.
    make: async (call) => {
      await call('marcus', 'webhookApp.open', own)
      return own
    },
  },
]
