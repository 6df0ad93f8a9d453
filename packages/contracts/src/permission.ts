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
