export { keyScopes } from './api-key.rules.ts'
export { type ApiKeys, apiKeys, isApiKey } from './api-key.ts'
export { hasCapability, requestedCapabilities } from './capability.rules.ts'
export {
  integrationBearer,
  isIntegrationKey,
  newIntegrationKey,
  openIntegrationKey,
  rewrapIntegrationKey,
} from './integration-key.ts'
export {
  endToken,
  findSessionEnds,
  forgetSessionEnds,
  lockTokenEnds,
  storeSessionEnds,
  storeTokenEnds,
} from './token.store.ts'
export { type Bearer, type Portal, type Tokens, tokens } from './token.ts'
export { tokenEndsOf, withEnd } from './token-end.rules.ts'
export { isEnded } from './token-end.ts'
export { refuseBySettings, refuseByToken } from './token-right.ts'
