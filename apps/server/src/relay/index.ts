export { messageSender } from './message-sender.ts'
export {
  registerEventTypes,
  serviceOf,
  type WebhookService,
  webhooksClient,
} from './webhooks-client.ts'
