export { messageAttempt } from './attempt.operations.ts'
export { countByStatus } from './list.store.ts'
export { messageResend } from './resend.operations.ts'
export { messageTest } from './test-attempt.operations.ts'
