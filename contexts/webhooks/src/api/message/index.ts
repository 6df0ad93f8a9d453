export { messageBroadcast } from './broadcast.operations.ts'
export { contentOf } from './content.ts'
export {
  findMessage,
  findMessagesById,
  type MessageFilter,
  matching,
  ofApp,
  tagged,
} from './list.store.ts'
export { message, messageIn, showMessage } from './message.operations.ts'
export { messageUpkeep } from './upkeep.operations.ts'
