export { type CompanyRate, companyRate } from './company-rate.ts'
export { readCookie, setCookie } from './cookie.rules.ts'
export { draft } from './draft.operations.ts'
export { asObserver, endObservations, observerRefusal, recordObserverRead } from './observer.ts'
export { observing } from './observing.operations.ts'
export { forgery } from './origin.rules.ts'
export { openidProvider, type Provider, type ProviderSettings } from './provider.ts'
export { session } from './session.operations.ts'
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
export { signIn } from './sign-in.operations.ts'
export {
  type AttemptLimit,
  attemptCounter,
  type CallCounter,
  callCounter,
  defaultAttempts,
  defaultVisits,
} from './sign-in-limit.ts'
export { type Sites, siteOf, sitesOf } from './site.rules.ts'
