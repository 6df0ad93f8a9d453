export { readCookie, setCookie } from './cookie.rules.ts'
export { makeDraftKey, openDraftKey } from './draft.operations.ts'
export {
  asObserver,
  endObservations,
  noteLook,
  type ObservingDeps,
  observerRefusal,
  startObserving,
  stopObserving,
} from './observing.operations.ts'
export { forgery } from './origin.rules.ts'
export { listSessions, revokeSessions, switchCompany } from './own-sessions.operations.ts'
export { openidProvider, type ProviderSettings } from './provider.ts'
export { type Log, logout, type SessionDeps } from './session.operations.ts'
export {
  defaultLimits,
  isBackground,
  isLive,
  isStale,
  type SessionLimits,
  sessionIdOf,
} from './session.rules.ts'
export {
  confirmRotation,
  enterSession,
  findSessionsOf,
  rotateSession,
  touchSession,
} from './session.store.ts'
export { callback, login } from './sign-in.operations.ts'
export {
  type AttemptLimit,
  attemptCounter,
  type CallCounter,
  callCounter,
  defaultAttempts,
  defaultVisits,
} from './sign-in-limit.ts'
export { type Sites, siteOf, sitesOf } from './site.rules.ts'
