export { webhookApp } from './app.operations.ts'
export { findWebhookApp, findWebhookApps } from './app.store.ts'
export { type TroubledEndpoints, webhookEndpointItems } from './endpoint-items.ts'
export { webhookNetwork } from './network.operations.ts'
export {
  type AppToOpen,
  endWebhooks,
  noWebhooks,
  type WebhookAccess,
  type WebhookNetwork,
  type WebhookService,
} from './port.ts'
