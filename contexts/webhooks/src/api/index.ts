export { type Caller, type Known, webhookGate } from './gate.ts'
export { countingGuesses } from './guesses.ts'
export { handlersOf, internalHandlersOf } from './handlers.ts'
export { idempotency } from './idempotency.ts'
