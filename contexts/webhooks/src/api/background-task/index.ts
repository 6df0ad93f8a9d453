export { beginTask, getTask, listTasks } from './background-task.operations.ts'
