export { questionnaireThread } from './thread.operations.ts'
export { findAwaiting, insertComment, insertThread, moveThread } from './thread.store.ts'
