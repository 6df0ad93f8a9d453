export { cameWithConsent, clearAnalyticsCookies, useConsent } from './consent.ts'
export { Privacy } from './layer.tsx'
export { OwnPrivacy } from './own-privacy.tsx'
