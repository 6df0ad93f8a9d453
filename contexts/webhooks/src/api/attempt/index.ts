export {
  expungeAttempt,
  getAttempt,
  getAttemptHeaders,
  listAttemptedDestinations,
  listAttemptedMessages,
  listByEndpoint,
  listByMsg,
  resendMessage,
} from './attempt.operations.ts'
export { countByStatus } from './list.store.ts'
export { testAttempt } from './test-attempt.operations.ts'
