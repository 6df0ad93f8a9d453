export { questionnaireThread } from './thread.operations.ts'
export {
  countThreads,
  findAwaiting,
  insertComment,
  insertThread,
  moveThread,
} from './thread.store.ts'
