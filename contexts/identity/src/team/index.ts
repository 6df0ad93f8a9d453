export {
  findAddress,
  findAdminAddresses,
  findBillingAddresses,
  findNames,
  findOfficerAddresses,
  findOperatorAddresses,
  findRolesOf,
  isPeopled,
} from './admins.store.ts'
export { team } from './team.operations.ts'
export { companyRole } from './team.rules.ts'
export { findRoles, findTeam, lockTeam, rotateSessions } from './team.store.ts'
export { companyNamed, giveRoles, openCompany } from './team.ts'
