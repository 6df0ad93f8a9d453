export {
  findEndpointTasks,
  findTask,
  findTasks,
  insertTask,
  type TaskRow,
  wakeSweep,
} from './background-task.store.ts'
export { startTasks } from './background-task.worker.ts'
export type { BroadcastTask } from './broadcast.worker.ts'
export type { BulkReplayTask } from './bulk-replay.worker.ts'
export { countMissing } from './missing.ts'
export type { PurgeTask } from './purge.worker.ts'
export { messageRange, type RangeTask } from './range.ts'
export { countRecoverable } from './recover.store.ts'
export { unknownApplications, usageOf, usagePage } from './usage.store.ts'
export { showUsage, type UsageTask } from './usage.worker.ts'
