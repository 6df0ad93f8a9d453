export { productExamples } from './product.ts'
export type { Example, Given, RequestExample, Scene } from './scene.ts'
export { documentedScene, webhookExamples, webhookRequests } from './webhooks.ts'
