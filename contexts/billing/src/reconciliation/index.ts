export { reconciliation } from './admin.operations.ts'
export { reconcile } from './reconcile.ts'
export { startReconciling } from './reconcile.worker.ts'
