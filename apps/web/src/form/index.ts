export { ContractForm, FormNotes } from './contract-form.tsx'
export { LeaveGuard } from './leave-guard.tsx'
export { useContractForm } from './use-contract-form.ts'
