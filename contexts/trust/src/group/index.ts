export { group } from './group.operations.ts'
export {
  addNestRequest,
  countSubsidiaries,
  findNestRequests,
  hasSubsidiaries,
  lockGroups,
} from './group.store.ts'
