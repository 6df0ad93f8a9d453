export { Activity } from './activity.tsx'
export { TaskTable } from './task-table.tsx'
