export { group } from './group.operations.ts'
export { addNestRequest, findNestRequests, hasSubsidiaries, lockGroups } from './group.store.ts'
