/**
 * The permission names of the specification (§6), odd spellings kept: they are wire names.
 */
export const permissions = [
  'manage',
  'address.uploadAddressList',
  'address.registerCustomer',
  'auth.customerToken',
  'auth.addUserToVASP',
  'auth.removeUserFromVASP',
  'auth.vaspAdminsUserInfo',
  'auth.newCustomer',
  'auth.getCustomer',
  'auth.vaspUsers',
  'auth.manageAPIcredentials',
  'integrations.manageApiCredentials',
  'integrations.hasApiCredentials',
  'integrations.useProvider',
  'payment.subscriptionInfo',
  'payments.billing-customers.read',
  'payments.subscriptions.create',
  'payments.subscriptions.update',
  'rules.get',
  'rules.set',
  'settings.updateSettings',
  'settings.viewSettings',
  'transactions.create',
  'transactions.list',
  'transactions.info',
  'transactions.approve',
  'transactions.cancel',
  'transactions.update',
  'transactions.notify',
  'transactions.accept',
  'transactions.decline',
  'transactions.confirm',
  'transactions.reject',
  'transactions.redirect',
  'transactions.query',
  'transactions.export-requests.read',
  'transactions.export-requests.create',
  'transactions.autoDecryption',
  'trustframework.listVASP',
  'trustframework.getVASP',
  'trustframework.updateVASP',
  'trustframework.uploadVASPDocument',
  'trustframework.tfUpdate',
  'trustFramework.getVaspAnalytics',
  'api.vasps.activate',
  'api.vasps.nest',
] as const

/**
 * What opens a company's files and its audit log to its compliance roles. The specification names no
 * permission for that; these roles, and the admins, hold this one.
 */
export const readsRecords = 'integrations.useProvider' satisfies (typeof permissions)[number]

/** One permission name of the specification. */
export type Permission = (typeof permissions)[number]

/** The roles that a person can hold in a company, and the internal admin's role. */
export const roles = [
  'admin',
  'compliance_officer',
  'compliance_agent',
  'developer',
  'billing_customer_admin',
  'viewer',
  'Countersign Admin',
] as const

/** One role name, as it stands in the viewer and in the identity token's claim. */
export type Role = (typeof roles)[number]

/** The role that makes `isCountersignAdmin` true. It belongs to no company. */
export const internalAdmin = 'Countersign Admin' satisfies Role

/** What a machine client is in a company: with its credential's rights, or with `limited` ones. */
export const machineRoles = ['client', 'limited_client'] as const

/** One role of a machine client. No person holds it. */
export type MachineRole = (typeof machineRoles)[number]

/** Whether a role is a machine's. */
export const isMachineRole = (role: Role | MachineRole): role is MachineRole =>
  machineRoles.some((one) => one === role)

/** The internal admin who looks into a company as its people see it, for a while. Nobody is given it. */
export const observer = 'observer'

/** The role of an {@link observer}. */
export type ObserverRole = typeof observer

/** What somebody who looks as an operator is told wherever something would change. */
export const readOnlyReason = 'You’re viewing as an operator and can’t make changes'

const everyone: readonly Permission[] = ['trustframework.listVASP', 'trustframework.getVASP']
const readsTransfers: readonly Permission[] = [
  'transactions.list',
  'transactions.info',
  'transactions.query',
]
const worksTransfers: readonly Permission[] = [
  ...readsTransfers,
  'transactions.create',
  'transactions.update',
  'transactions.notify',
  'transactions.approve',
  'transactions.cancel',
  'transactions.confirm',
  'transactions.reject',
  'transactions.accept',
  'transactions.decline',
]
const keepsAddresses: readonly Permission[] = [
  'address.uploadAddressList',
  'address.registerCustomer',
]
const integrates: readonly Permission[] = [
  'auth.customerToken',
  'auth.manageAPIcredentials',
  'integrations.manageApiCredentials',
  'integrations.hasApiCredentials',
]
const keepsProfile: readonly Permission[] = [
  'trustframework.updateVASP',
  'trustframework.uploadVASPDocument',
]
const customers: readonly Permission[] = ['auth.newCustomer', 'auth.getCustomer']
const paysBills: readonly Permission[] = [
  'payment.subscriptionInfo',
  'payments.billing-customers.read',
  'payments.subscriptions.create',
  'payments.subscriptions.update',
]
const reads: readonly Permission[] = [
  ...everyone,
  'rules.get',
  'settings.viewSettings',
  'auth.vaspUsers',
  'integrations.hasApiCredentials',
]
const managesTeam: readonly Permission[] = [
  'auth.addUserToVASP',
  'auth.removeUserFromVASP',
  'auth.vaspAdminsUserInfo',
]

/**
 * What each role holds: the one table that the server enforces and the screens follow.
 * The internal admin never opens transfers' personal data, so no `transactions.autoDecryption`.
 */
export const permissionsOf: {
  readonly [R in Role | MachineRole | ObserverRole]: ReadonlySet<Permission>
} = {
  admin: new Set<Permission>([
    ...reads,
    ...worksTransfers,
    ...integrates,
    ...keepsProfile,
    ...customers,
    ...paysBills,
    ...managesTeam,
    'manage',
    'address.uploadAddressList',
    'address.registerCustomer',
    'integrations.useProvider',
    'rules.set',
    'settings.updateSettings',
    'transactions.redirect',
    'transactions.export-requests.read',
    'transactions.export-requests.create',
    'trustFramework.getVaspAnalytics',
    'api.vasps.activate',
    'api.vasps.nest',
  ]),
  compliance_officer: new Set<Permission>([
    ...reads,
    ...worksTransfers,
    ...keepsProfile,
    ...customers,
    'address.uploadAddressList',
    'address.registerCustomer',
    'auth.vaspAdminsUserInfo',
    'integrations.useProvider',
    'payment.subscriptionInfo',
    'rules.set',
    'settings.updateSettings',
    'transactions.redirect',
    'transactions.export-requests.read',
    'transactions.export-requests.create',
    'transactions.autoDecryption',
    'trustFramework.getVaspAnalytics',
  ]),
  compliance_agent: new Set<Permission>([
    ...reads,
    ...worksTransfers,
    ...customers,
    'address.registerCustomer',
    'integrations.useProvider',
    'transactions.export-requests.read',
    'trustFramework.getVaspAnalytics',
  ]),
  developer: new Set<Permission>([
    ...reads,
    ...readsTransfers,
    ...integrates,
    ...customers,
    ...keepsAddresses,
  ]),
  billing_customer_admin: new Set<Permission>([
    ...everyone,
    ...paysBills,
    'auth.vaspAdminsUserInfo',
  ]),
  viewer: new Set<Permission>([
    ...reads,
    ...readsTransfers,
    'transactions.export-requests.read',
    'trustFramework.getVaspAnalytics',
  ]),
  'Countersign Admin': new Set<Permission>([
    ...reads,
    ...readsTransfers,
    ...integrates,
    ...keepsProfile,
    ...customers,
    ...paysBills,
    ...managesTeam,
    'manage',
    'address.uploadAddressList',
    'address.registerCustomer',
    'integrations.useProvider',
    'rules.set',
    'settings.updateSettings',
    'transactions.redirect',
    'transactions.export-requests.read',
    'trustframework.tfUpdate',
    'trustFramework.getVaspAnalytics',
    'api.vasps.activate',
    'api.vasps.nest',
  ]),
  // What a viewer has, and never more: no verb, no secret, nothing of billing. The gate refuses every
  // change besides, whatever stands here.
  observer: new Set<Permission>([
    ...reads,
    ...readsTransfers,
    'transactions.export-requests.read',
    'trustFramework.getVaspAnalytics',
  ]),
  // What a developer has, without users, settings and credentials, and with the verbs of transfers.
  // Never `transactions.autoDecryption`: a stolen secret must not open personal data.
  client: new Set<Permission>([
    ...everyone,
    ...worksTransfers,
    ...customers,
    ...keepsAddresses,
    'auth.customerToken',
    'rules.get',
  ]),
  limited_client: new Set<Permission>([
    'trustframework.listVASP',
    'transactions.create',
    'transactions.list',
  ]),
}

/** A role in a company; `vaspDID` is null for the internal admin, whose role covers all companies. */
export type RoleGrant = {
  readonly vaspDID: string | null
  readonly role: Role | MachineRole | ObserverRole
}

/** Whether one of the grants makes somebody a person of the company; who only looks as an operator is none. */
export const worksFor = (grants: readonly RoleGrant[], did: string): boolean =>
  grants.some(({ vaspDID, role }) => vaspDID === did && role !== observer)

/** As {@link holds}, by a role in the company itself: neither as the internal admin nor by a look. */
export const holdsAsOwn = (
  grants: readonly RoleGrant[],
  permission: Permission,
  did: string,
): boolean =>
  grants.some(
    ({ vaspDID, role }) =>
      vaspDID === did && role !== observer && permissionsOf[role].has(permission),
  )

/**
 * True when one of the grants gives `permission` in company `did`, or in any company when `did` is
 * absent. Server and screens ask this one function.
 */
export function holds(grants: readonly RoleGrant[], permission: Permission, did?: string): boolean {
  return grants.some(
    (grant) =>
      (did === undefined || grant.vaspDID === did || grant.role === internalAdmin) &&
      permissionsOf[grant.role].has(permission),
  )
}

/** Whether the access rule of an operation in one company lets these grants in, in company `did`. */
export function opens(
  { permission, people }: { readonly permission: Permission; readonly people?: 'own' | 'inside' },
  grants: readonly RoleGrant[],
  did: string,
): boolean {
  if (people === undefined) return holds(grants, permission, did)
  if (people === 'own') return holdsAsOwn(grants, permission, did)
  return grants.some(({ vaspDID, role }) => vaspDID === did && permissionsOf[role].has(permission))
}
