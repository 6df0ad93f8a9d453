export type { Client } from './client.gen.ts'
export { type ClientOptions, createClient } from './client.ts'
export * from './errors.ts'
export { type Format, isColor, isDateTime, isUint16, isUri } from './formats.ts'
export { iterate } from './iterate.ts'
export type * from './models.gen.ts'
export type { CallOptions, Page, PostOptions } from './operation.ts'
export { normalizeMediaType, parse, preferredMediaType, stringify } from './serializer.ts'
export { type ServerOptions, serverFor, servers } from './servers.ts'
export type { Middleware, Outside, RequestContext, ResponseContext } from './transport.ts'
export type { WebCrypto } from './web-crypto.ts'
export {
  type SignOptions,
  signWebhook,
  type UnsignedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from './webhook.ts'
