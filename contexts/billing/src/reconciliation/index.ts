export { reconciliation } from './admin.operations.ts'
export { askRun, resendDay } from './admin.store.ts'
export { reconcile } from './reconcile.ts'
export { startReconciling } from './reconcile.worker.ts'
