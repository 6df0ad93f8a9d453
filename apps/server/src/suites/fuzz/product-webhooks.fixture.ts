import { kestrelBay } from '../../demo/index.ts'
import { type Call, type Recipe, text } from './recipe.fixture.ts'

const own = { path: { did: kestrelBay } }

const listener = { url: 'https://desk.example/hook', eventTypes: ['endpoint.disabled'] }
async function newListener(call: Call) {
  const made = await call('noor', 'webhookNetwork.addListener', { body: listener })
  return { path: { listenerId: text(made, 'id') } }
}

/** Requests of the network's operator to the webhook service that succeed. */
const networkRecipes: readonly Recipe[] = [
  ...['countUsage', 'listeners'].map(
    (verb): Recipe => ({ id: `webhookNetwork.${verb}`, as: 'noor', make: async () => ({}) }),
  ),
  {
    id: 'webhookNetwork.usage',
    as: 'noor',
    make: async (call) => {
      const started = await call('noor', 'webhookNetwork.countUsage', {})
      return { path: { taskId: text(started, 'taskId') } }
    },
  },
  {
    id: 'webhookNetwork.addListener',
    as: 'noor',
    make: async () => ({ body: listener }),
  },
  ...['showSecret', 'rotateSecret', 'removeListener'].map(
    (verb): Recipe => ({ id: `webhookNetwork.${verb}`, as: 'noor', make: newListener }),
  ),
  {
    id: 'webhookNetwork.erasePayloads',
    as: 'noor',
    make: (call) => aboutWebhooks(call, {}),
  },
  {
    id: 'webhookNetwork.eraseMessages',
    as: 'noor',
    make: (call) => aboutWebhooks(call, { ids: ['msg_2jzNl5V2eMFVLbZJqaF0sNsRFpW'] }),
  },
  {
    id: 'webhookNetwork.precheck',
    as: 'noor',
    make: (call) => aboutWebhooks(call, { eventType: 'vasp.updated' }),
  },
]

/** What is asked about a company that has opened its webhooks. */
async function aboutWebhooks(call: Call, asked: object) {
  await call('marcus', 'webhookApp.open', own)
  return { body: { did: kestrelBay, ...asked } }
}

/** Requests about a company's application at the webhook service that succeed. */
export const webhookRecipes: readonly Recipe[] = [
  ...networkRecipes,
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
