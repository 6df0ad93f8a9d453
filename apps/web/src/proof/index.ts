export { ProofLaw } from './law.tsx'
export { ProofRequests } from './requests.tsx'
