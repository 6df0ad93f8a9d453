export { backgroundTask, beginTask, reach } from './background-task.operations.ts'
