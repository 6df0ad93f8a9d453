export { runSteps } from './run.ts'
