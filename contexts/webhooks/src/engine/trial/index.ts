export { type Trial, trials } from './trial.ts'
