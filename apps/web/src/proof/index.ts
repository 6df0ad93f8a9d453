export { ProofRequests } from './requests.tsx'
