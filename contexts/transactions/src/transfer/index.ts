export { act } from './act.ts'
export { judgeAgain, missingAgain } from './amend.ts'
export { assign } from './assign.ts'
export { findOwnComments, resealOwnComments } from './comment.store.ts'
export { addComment, carryComments } from './comment.ts'
export { comments } from './comments.ts'
export { describe } from './describe.ts'
export { type Doer, doerOf, stepOf, type Wanted } from './doer.ts'
export {
  dataErased,
  invalidTransfer,
  limitReached,
  noSuchTransfer,
  personNeededError,
  refConflict,
  unknownAsset,
} from './errors.ts'
export { factsOf, type Given, type RouteGiven } from './facts.ts'
export { addressRows, findByCoins, lockHash, lookUpKey, noteHash } from './hash-lookup.store.ts'
export { newTransferId } from './id.ts'
export { actsOf, info, listActions } from './info.ts'
export { openSide, type SideFacts, saveValue, sideRow } from './open-side.ts'
export { noteOutcomes } from './outcome.store.ts'
export { otherOf, sideOf } from './party.rules.ts'
export { processIfDue } from './process.ts'
export { refreshSide } from './refresh.ts'
export { customerKeyOf } from './registered.store.ts'
export { addRequest, dueOf, findRequest, lapseRequests, requestState } from './request.store.ts'
export { resealContacts, sealContact } from './route.ts'
export { awaitSecond } from './second-person.ts'
export { findSettings, payerTakesTwo } from './setting.store.ts'
export { changeSettings, settings } from './settings.ts'
export {
  addTakenOver,
  cellNo,
  countDeposits,
  counterpartyNo,
  deltaRow,
  findByRef,
  findSide,
  lockSide,
  readSide,
  type SideRow,
  saveAssignee,
  saveSide,
  saveSnooze,
} from './side.store.ts'
export { snooze, snoozeLimitMs } from './snooze.ts'
export {
  addSteps,
  addStepsOf,
  type DueStep,
  type Followed,
  findDueSteps,
  type LeftStep,
  leftSteps,
  type NewStep,
  postponeStep,
  priceSoon,
  type Step,
  takeStep,
  Viewed,
  type ViewHow,
  type ViewReason,
} from './step.store.ts'
export { tellOfRedirect } from './tell.ts'
export { type ActFacts, actRow, addActs } from './timeline.store.ts'
export {
  addTransfer,
  findTransfer,
  findTransfers,
  findVersions,
  holdTransfers,
  lockTransfer,
  saveTransfer,
  type Transfer,
} from './transfer.store.ts'
