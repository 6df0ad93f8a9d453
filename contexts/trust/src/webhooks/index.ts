export { endWebhooks, openWebhooks, type WebhookAppDeps } from './app.operations.ts'
export { findWebhookApps } from './app.store.ts'
export { type TroubledEndpoints, webhookEndpointItems } from './endpoint-items.ts'
export { deleteWebhooks, linkWebhooks, lookAtWebhooks } from './portal.operations.ts'
