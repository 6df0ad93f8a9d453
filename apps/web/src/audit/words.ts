import { offsetTime } from '../ui/table/csv-text.ts'

/** What actions are about, by the first part of their names. */
export const actionGroups: Readonly<Record<string, string>> = {
  auth: 'People and sign-in',
  credential: 'API credentials',
  vasp: 'Profile',
  document: 'Documents',
  documentRequest: 'Document requests',
  questionnaire: 'Questionnaire',
  review: 'Reviews',
  verification: 'Verification',
  evidence: 'Evidence',
  group: 'Group',
  key: 'Keys',
  'client-key': 'Keys',
  settings: 'Settings',
  transaction: 'Transfers',
  rules: 'Rules',
  address: 'Address book',
  customer: 'Customers',
  upload: 'Uploads',
  webhookApp: 'Webhooks',
  webhookNetwork: 'Webhook service',
  auditLog: 'Activity log',
  jurisdiction: 'Jurisdictions',
  observer: 'Operator',
  operator: 'Operator',
}

/** Where the verb alone would not say it. */
const sentences: Readonly<Record<string, string>> = {
  'auditLog.list': 'Viewed the activity log',
  'auth.findUsers': 'Searched all users',
  'auth.listClaimRequests': 'Viewed claims',
  'auth.listInvitations': 'Viewed invitations',
  'auth.listJoinRequests': 'Viewed join requests',
  'auth.vaspUsers': 'Viewed the team',
  'billing.decideDrift': 'Resolved a billing difference',
  'billing.openCheckout': 'Opened checkout for a plan',
  'billing.openInvoice': 'Opened an invoice',
  'billing.openPortal': 'Opened the billing portal',
  'billing.resend': 'Resent a day’s usage',
  'billing.setEntity': 'Changed who is billed',
  'billing.setPayer': 'Changed who pays',
  'billing.proposePayer': 'Proposed a payer change',
  'billing.discardPayer': 'Discarded a payer change',
  'billing.reconcile': 'Compared billing with the provider',
  'client-key.add': 'Registered a machine’s key',
  'client-key.agree': 'Approved a machine’s key',
  'client-key.prove': 'Proved a machine’s key',
  'client-key.remove': 'Removed a machine’s key',
  'document.listDownloads': 'Viewed downloads',
  'evidence.download': 'Opened by the network',
  'evidence.show': 'Shared with the network',
  'key.rotate': 'Rotated a company key',
  'observer.end': 'Stopped viewing',
  'observer.read': 'Viewed as operator',
  'observer.start': 'Started viewing',
  'operator.read': 'Viewed as the network’s operator',
  'questionnaire.read': 'Viewed the questionnaire',
  'questionnaireThread.ask': 'Asked about the questionnaire',
  'questionnaireThread.answer': 'Answered a question about the questionnaire',
  'questionnaireThread.followUp': 'Followed up a question about the questionnaire',
  'questionnaireThread.resolve': 'Resolved a question about the questionnaire',
  'questionnaireThread.reopen': 'Reopened a question about the questionnaire',
  'vasp.readAdminEmails': 'Viewed the admins’ email addresses',
  'webhookApp.delete': 'Deleted webhooks',
  'webhookApp.link': 'Created a link to webhooks',
  'transaction.cancelBulk': 'Cancelled a bulk action on transfers',
  'transaction.comment': 'Commented on a transfer',
  'privacy.request': 'Entered a privacy request',
  'privacy.cancel': 'Cancelled a privacy request',
  'transaction.agreeExport': 'Approved an export of personal data',
  'transaction.erase': 'Erased transfer data',
  'transaction.hold': 'Put a transfer under a legal hold',
  'transaction.release-hold': 'Released a transfer from a legal hold',
  'transaction.export': 'Requested an export of transfers',
  'transaction.cancelExport': 'Cancelled an export of transfers',
  'transaction.downloadExport': 'Downloaded an export of transfers',
  'address.uploadList': 'Uploaded a file of addresses',
  'rules.set': 'Changed the rules',
  'rules.propose': 'Proposed rules',
  'rules.agree': 'Activated a colleague’s rules',
  'rules.discard': 'Discarded proposed rules',
  'customer.upload': 'Uploaded a file of customers',
  'upload.confirm': 'Confirmed an upload',
  'upload.cancel': 'Cancelled an upload',
  'transaction.prepareBulk': 'Prepared a bulk action on transfers',
  'transaction.startBulk': 'Started a bulk action on transfers',
  'transaction.undoBulk': 'Undid a bulk action on transfers',
  'transaction.searchPerson': 'Searched transfers by a person’s name',
  'webhookApp.open': 'Opened webhooks',
  'webhookApp.view': 'Created a view-only link to webhooks',
  'webhookApp.expire': 'Ended all links to webhooks',
  'webhookApp.erasePayloads': 'Erased the payloads of webhook messages',
  'webhookApp.eraseMessages': 'Erased the payloads of some webhook messages',
  'webhookNetwork.addListener': 'Added an address for endpoint events',
  'webhookNetwork.removeListener': 'Removed an address for endpoint events',
  'webhookNetwork.showSecret': 'Viewed the secret of an address for endpoint events',
  'webhookNetwork.rotateSecret': 'Rotated the secret of an address for endpoint events',
}

/** The name of a detail in words: `requestingVASPdid` is the requesting company. */
export const detailWords = (key: string): string =>
  key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bvasp ?did\b/, 'company')

/** `credential.endDelegation` → `End delegation`: the verb first, as people say it. */
export function wordsOf(action: string): string {
  const sentence = sentences[action]
  if (sentence) return sentence
  const verb = action.slice(action.indexOf('.') + 1)
  const words = verb.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1).replaceAll('vasp', 'company')
}

/** The group that an action belongs to, in words. */
export const groupOf = (action: string): string => {
  const [group = ''] = action.split('.')
  return actionGroups[group] ?? group
}

/** The instant at which the day `2026-11-21` starts in the zone, `days` later if given. */
export function startOfDay(day: string, timeZone: string, days = 0): string {
  const utc = new Date(`${day}T00:00:00Z`)
  utc.setUTCDate(utc.getUTCDate() + days)
  const [, offset = 'Z'] = /(Z|[+-]\d\d:\d\d)$/.exec(offsetTime(utc, timeZone)) ?? []
  return new Date(`${utc.toISOString().slice(0, 19)}${offset}`).toISOString()
}
