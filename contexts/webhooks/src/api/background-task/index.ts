export { beginTask, getTask, listTasks, reach } from './background-task.operations.ts'
