import type { Permission } from './permission.ts'

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
