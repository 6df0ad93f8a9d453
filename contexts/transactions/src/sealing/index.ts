export { destroyRetiredBlindKeys, ensureBlindKey, rotateBlindKey } from './blind-key.store.ts'
export { encryptIvms101 } from './client-jwe.ts'
export { type ClientKey, findClientKeys, pickClientKeys } from './client-key.store.ts'
export { agreeClientKey, proveClientKey, registerClientKey, removeClientKey } from './client-key.ts'
export { sealComment } from './comment-part.store.ts'
export { ensureKey, gracePeriod, rotateKey } from './company-key.store.ts'
export { numberedLength, type PartId } from './data-key.ts'
export { draw } from './draw.ts'
export { destroyRetiredKeys, findKeyOwners, renewBoxes, resealKeys } from './key-renewal.store.ts'
export type { Tree } from './leaf.ts'
export { findByMarks, indexHeldNames, indexNames, renewNames } from './name-lookup.store.ts'
export { marksFor, marksOf, namesOf, nameToken, type Sought } from './name-token.rules.ts'
export { networkKey, resealNetworkKey } from './network-key.store.ts'
export {
  boxesOf,
  type OwnSealed,
  type OwnSealer,
  openAhead,
  openOwn,
  ownSealer,
  sealAhead,
} from './own-data.store.ts'
export { canOpen, findHeldParts, type HeldPart, holdsKey } from './part.store.ts'
export { sealedRows } from './part-box.ts'
export {
  findBoxedParts,
  type OpenedPart,
  openBoxedParts,
  openComments,
  openParts,
  type PlainPart,
  releaseParts,
  revokeParts,
  sealParts,
} from './part-key.store.ts'
export { readPersonalData } from './personal-data.ts'
export { isAuthority } from './registration-authorities.ts'
export { plainOf, type Whole } from './whole.ts'
