import { inApplication } from '../bind.ts'
import {
  expungeAttempt,
  getAttempt,
  getAttemptHeaders,
  listAttemptedDestinations,
  listAttemptedMessages,
  listByEndpoint,
  listByMsg,
  resendMessage,
} from './attempt.operations.ts'
import { testAttempt } from './test-attempt.operations.ts'

export { countByStatus } from './list.store.ts'

export const messageAttempt = {
  listByEndpoint: inApplication(listByEndpoint),
  listByMsg: inApplication(listByMsg),
  listAttemptedMessages: inApplication(listAttemptedMessages),
  listAttemptedDestinations: inApplication(listAttemptedDestinations),
  get: inApplication(getAttempt),
  getHeaders: inApplication(getAttemptHeaders),
  expungeContent: inApplication(expungeAttempt),
  resend: inApplication(resendMessage),
  listByMsgDeprecated: inApplication(listByMsg),
  listByEndpointDeprecated: inApplication(listByMsg),
}

export const messageTest = { testAttempt: inApplication(testAttempt) }
