export { VerificationPanel } from './panel.tsx'
export { VerificationBadge, verificationQuery, verificationWord } from './status.tsx'
