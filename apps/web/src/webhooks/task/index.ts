export { Activity } from './activity.tsx'
export { SendAgain } from './send-again.tsx'
export { TaskTable } from './task-table.tsx'
