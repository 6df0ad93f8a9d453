export { decideByRules, decideSoon } from './decide.ts'
export { explain } from './explain.ts'
export { check, get, remove, restore, set, versions } from './operations.ts'
