export { type Caller, type Known, webhookGate } from './gate.ts'
export { handlersOf, internalHandlersOf } from './handlers.ts'
export { idempotency } from './idempotency.ts'
export { limitTokenAttempts } from './token-attempts.ts'
