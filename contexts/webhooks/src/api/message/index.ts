import { inApplication, inOrganisation } from '../bind.ts'
import { broadcastMessage } from './broadcast.operations.ts'
import {
  createMessage,
  expungeMessage,
  getMessage,
  getRawPayload,
  listMessages,
} from './message.operations.ts'
import { bulkExpunge, expungeAll, precheckMessage } from './upkeep.operations.ts'

export { contentOf } from './content.ts'
export {
  findMessage,
  findMessagesById,
  type MessageFilter,
  matching,
  ofApp,
  tagged,
} from './list.store.ts'
export { messageIn, showMessage } from './message.operations.ts'

export const message = {
  list: inApplication(listMessages),
  create: inOrganisation(createMessage),
  get: inApplication(getMessage),
  getRawPayload: inApplication(getRawPayload),
  expungeContent: inApplication(expungeMessage),
  precheck: inApplication(precheckMessage),
  bulkExpungeContent: inApplication(bulkExpunge),
  expungeAllContents: inApplication(expungeAll),
  broadcast: inOrganisation(broadcastMessage),
}
