export { webhookApp } from './app.operations.ts'
export { findWebhookApps } from './app.store.ts'
export { type TroubledEndpoints, webhookEndpointItems } from './endpoint-items.ts'
export { endWebhooks, type WebhookAccess, type WebhookService } from './port.ts'
