import { inApplication } from '../bind.ts'
import { cancelMessage, listScheduled, sendNow } from './scheduled.operations.ts'

export const messageScheduled = {
  listScheduled: inApplication(listScheduled),
  sendNow: inApplication(sendNow),
  cancel: inApplication(cancelMessage),
}
