export { broadcastMessage } from './broadcast.operations.ts'
export { contentOf } from './content.ts'
export {
  findMessage,
  findMessagesById,
  type MessageFilter,
  matching,
  ofApp,
  tagged,
} from './list.store.ts'
export {
  createMessage,
  expungeMessage,
  getMessage,
  getRawPayload,
  listMessages,
  messageIn,
  showMessage,
} from './message.operations.ts'
export { bulkExpunge, expungeAll, precheckMessage } from './upkeep.operations.ts'
