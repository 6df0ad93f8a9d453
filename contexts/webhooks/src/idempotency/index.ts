export { answerMs, placeOf, reachesOutside, validKey } from './idempotency.rules.ts'
export {
  boundWaiting,
  type CallKey,
  claimKey,
  findKeyedMessage,
  freeKey,
  freeKeyOf,
  type StoredCall,
  storeAnswer,
  sweepKeys,
} from './idempotency.store.ts'
