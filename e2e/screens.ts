import { readdirSync, readFileSync } from 'node:fs'
import { readsRecords } from '@countersign/contracts'

/** Who looks at the screens of the demo; the password is `demo` for all of them. */
export const people = {
  visitor: null,
  ana: 'ana.reyes@kestrelbay.example',
  marcus: 'marcus.lim@kestrelbay.example',
  noor: 'noor@countersign.example',
  tomas: 'tomas.haas@alpenvault.example',
  /** Pays the bills of Kestrel Bay, and may do nothing else. */
  grace: 'grace.ho@kestrelbay.example',
  /** Admin of a company that was made a moment ago. */
  lena: 'lena.voss@lindenpay.example',
}
/** One of them. */
export type Person = keyof typeof people

const norrland = encodeURIComponent('did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2')
const alpenvault = encodeURIComponent('did:ethr:0xffb8000011fdc6162b7c49db6dec9cbe977b6c31')

type Refusal = readonly [who: Person, lacks: RegExp]

/** One screen, and how its states come about. */
export interface Screen {
  /** Names its pictures. */
  readonly name: string
  readonly who: Person
  /** `{endpoint}`, `{message}` and `{transfer}` stand for the ones that {@link prepare} knows. */
  readonly path: string
  /** The path of the call without which it shows nothing; absent where there is none. */
  readonly call?: RegExp
  /** Somebody who has nothing of it, and what it says to them. */
  readonly empty?: readonly [who: Person, says: RegExp]
  /** The same screen with filters that nothing matches. */
  readonly noMatch?: string
  /** Somebody who may not see it, and what they lack. */
  readonly forbidden?: Refusal
}

const operator: Refusal = ['grace', /network’s operator/]
const noCompany: Refusal = ['tomas', /You’re not part of a company yet/]
const lacks = (permission: string): Refusal => [
  'grace',
  new RegExp(`lacks the permission ${permission.replaceAll('.', '\\.')}\\.`),
]

/** Every screen, also the tabs that are screens of their own. */
// biome-ignore format: a screen stays on its line, however long
export const screens: readonly Screen[] = [
  { name: 'sign-in', who: 'visitor', path: '/auth' },
  { name: 'signed-out', who: 'visitor', path: '/auth/signed-out' },
  { name: 'privacy', who: 'visitor', path: '/privacy' },
  { name: 'verify', who: 'visitor', path: '/verify' },
  { name: 'verify-unknown', who: 'visitor', path: '/verify#AAAA-BBBB-CCCC-DDDD' },
  { name: 'prove', who: 'visitor', path: '/prove' },
  { name: 'prove-open', who: 'visitor', path: '/prove#{proof}', call: /wallet-proofs\/look$/ },
  { name: 'prove-unknown', who: 'visitor', path: '/prove#ZGlkOndlYjpub2JvZHkuZXhhbXBsZQ_00000000' },
  { name: 'get-started-public', who: 'visitor', path: '/auth/get-started' },
  { name: 'directory-public', who: 'visitor', path: '/network/search', call: /Public\/tf\/simple\/vasps$/, noMatch: '?q=nobodyhere' },
  { name: 'company-public', who: 'visitor', path: `/network/vasps/${norrland}`, call: /Public\/tf\/simple\/vasps\// },
  { name: 'no-such-page', who: 'visitor', path: '/nowhere' },
  { name: 'home', who: 'ana', path: '/dashboard', call: /action-items$/, empty: ['tomas', /You’re not part of a company yet/] },
  { name: 'directory', who: 'ana', path: '/network/search', call: /tf\/simple\/vasps$/, noMatch: '?q=nobodyhere&badge=verified' },
  { name: 'company-page', who: 'ana', path: `/network/vasps/${norrland}`, call: /tf\/simple\/vasps\// },
  { name: 'company-diligence', who: 'ana', path: `/network/vasps/${norrland}?tab=diligence`, call: /shared-documents$/ },
  { name: 'company-transfers', who: 'ana', path: `/network/vasps/${norrland}?tab=transfers`, call: /counterparties\//, empty: ['lena', /No transfers with Norrland Krypto yet/] },
  { name: 'company-activity', who: 'ana', path: `/network/vasps/${norrland}?tab=activity`, call: /\/reviews\//, empty: ['lena', /Your company hasn’t reviewed it yet/] },
  { name: 'audit-pack', who: 'ana', path: `/network/vasps/${norrland}/audit-pack`, call: /\/reviews\//, forbidden: noCompany },
  { name: 'compare', who: 'ana', path: `/network/compare?dids=${norrland},${alpenvault}`, call: new RegExp(`tf/simple/vasps/${norrland}`) },
  { name: 'compare-none', who: 'ana', path: '/network/compare' },
  { name: 'counterparties', who: 'ana', path: '/network/counterparties', call: /top-counterparties$/, empty: ['lena', /No transfers yet/], forbidden: noCompany },
  { name: 'review-mode', who: 'ana', path: '/network/reviews', call: /top-counterparties$/, empty: ['lena', /No reviews due/], forbidden: noCompany },
  { name: 'transfers', who: 'ana', path: '/transactions', call: /tx\/list$/, empty: ['lena', /Your inbox is empty/], noMatch: '?q=nobodyhere', forbidden: lacks('transactions.list') },
  { name: 'transfers-all', who: 'ana', path: '/transactions?view=all', call: /tx\/list$/, empty: ['lena', /No transfers yet/] },
  { name: 'analytics', who: 'ana', path: '/analytics', call: /tx\/statistics$/, empty: ['lena', /No transfers in this period/], forbidden: lacks('transactions.list') },
  { name: 'transfer', who: 'ana', path: '/transactions/{transfer}', call: /tx\/info$/, forbidden: lacks('transactions.info') },
  { name: 'new-transfer', who: 'ana', path: '/transactions/new', forbidden: lacks('transactions.create') },
  { name: 'data-access', who: 'ana', path: '/transactions/views', call: /tx\/pii-views$/, empty: ['lena', /No one has opened personal data yet/], forbidden: lacks('transactions.approve') },
  { name: 'transfer-exports', who: 'ana', path: '/transactions/exports', call: /export-requests$/, empty: ['lena', /No exports yet/], forbidden: lacks('transactions.export-requests.read') },
  { name: 'privacy-requests', who: 'ana', path: '/transactions/privacy', call: /privacy-requests$/, empty: ['ana', /No privacy requests yet/], forbidden: lacks('transactions.autoDecryption') },
  { name: 'rules', who: 'ana', path: '/rules', call: /rules\/get$/, empty: ['lena', /All transfers come to your inbox/], forbidden: lacks('rules.get') },
  { name: 'addresses', who: 'ana', path: '/company/addresses', call: /v1\/addresses$/, empty: ['lena', /No addresses yet/], forbidden: lacks('address.uploadAddressList') },
  { name: 'customers', who: 'ana', path: '/company/customers', call: /\/customers$/, empty: ['lena', /No customers yet/], forbidden: lacks('auth.getCustomer') },
  { name: 'customer', who: 'ana', path: '/company/customers/KB-10023', call: /\/customers\/KB-10023$/, forbidden: lacks('auth.getCustomer') },
  { name: 'due-diligence', who: 'ana', path: '/due-diligence', call: /documents\/requests$/, empty: ['lena', /No requests yet/], forbidden: noCompany },
  { name: 'requests-sent', who: 'ana', path: '/due-diligence?tab=sent', call: /outgoing-requests\/documents\/requests$/, empty: ['lena', /No requests sent yet/] },
  { name: 'shared-with-us', who: 'ana', path: '/due-diligence?tab=shared', call: /shared-documents$/, empty: ['lena', /Nothing is shared with you/] },
  { name: 'reviews-due', who: 'ana', path: '/due-diligence?tab=due', call: /\/reviews$/, empty: ['lena', /No reviews due/] },
  { name: 'questionnaire', who: 'ana', path: '/due-diligence/questionnaire', call: /documents\/ddq$/, empty: ['lena', /Start your questionnaire/], forbidden: noCompany },
  { name: 'questionnaire-questions', who: 'ana', path: '/due-diligence/questionnaire?view=questions', call: /ddq-threads$/, empty: ['lena', /No open questions/] },
  { name: 'questionnaire-review', who: 'ana', path: `/due-diligence/review/${norrland}`, call: /documents\/ddq$/, empty: ['lena', /This questionnaire isn’t shared with you/], forbidden: noCompany },
  { name: 'companies', who: 'ana', path: '/dashboard/companies', call: /userVASPList$/, empty: ['tomas', /You’re not part of a company yet/] },
  { name: 'profile', who: 'ana', path: '/company', call: /tf\/simple\/vasps\//, empty: ['lena', /Not provided/], forbidden: noCompany },
  { name: 'documents', who: 'ana', path: '/company/documents', call: /\/documents$/, empty: ['lena', /No documents yet/], forbidden: lacks(readsRecords) },
  { name: 'webhooks', who: 'ana', path: '/developers/webhooks', call: /webhook-portal$/, empty: ['lena', /No endpoints yet/], forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-endpoint', who: 'ana', path: '/developers/webhooks/endpoints/{endpoint}', call: /\/endpoint\/[^/]+$/, forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-message', who: 'ana', path: '/developers/webhooks/messages/{message}', call: /\/msg\/[^/]+$/, forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-endpoint-testing', who: 'ana', path: '/developers/webhooks/endpoints/{endpoint}?tab=testing', call: /\/endpoint\/[^/]+$/ },
  { name: 'webhook-endpoint-advanced', who: 'ana', path: '/developers/webhooks/endpoints/{endpoint}?tab=advanced', call: /\/endpoint\/[^/]+$/ },
  { name: 'webhook-messages', who: 'ana', path: '/developers/webhooks/messages', call: /\/msg$/, empty: ['lena', /No messages yet/], noMatch: '?channel=nowhere', forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-event-types', who: 'ana', path: '/developers/webhooks/event-types?name=vasp.updated', call: /\/event-type$/, noMatch: '?q=nothinglikethis', forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-statistics', who: 'ana', path: '/developers/webhooks/statistics?period=1d', call: /\/stats\/app\//, empty: ['lena', /No attempts in this period/], forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-activity', who: 'ana', path: '/developers/webhooks/activity', call: /endpoint-task$/, empty: ['lena', /Nothing here yet/], forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-pollers', who: 'ana', path: '/developers/webhooks/pollers', call: /polling-endpoint$/, empty: ['lena', /No polling endpoints yet/], forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-integrations', who: 'ana', path: '/developers/webhooks/integrations', call: /\/integration$/, empty: ['lena', /Integrations are switched off/], forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-help', who: 'ana', path: '/developers/webhooks/help', forbidden: lacks('integrations.manageApiCredentials') },
  { name: 'webhook-receiver', who: 'ana', path: '/developers/webhooks/receiver', call: /demo\/receiver$/ },
  { name: 'simulator', who: 'ana', path: '/developers/simulator', call: /transactions\/simulator$/, forbidden: lacks('transactions.info') },
  { name: 'demo-mail', who: 'ana', path: '/demo/mail', call: /demo\/mail$/ },
  { name: 'team', who: 'marcus', path: '/team', call: /vaspUsers\//, forbidden: lacks('auth.vaspUsers') },
  { name: 'team-invited', who: 'marcus', path: '/team?tab=invited', call: /invitations\//, empty: ['lena', /No pending invitations/] },
  { name: 'team-requests', who: 'marcus', path: '/team?tab=requests', call: /joinrequests\//, empty: ['lena', /No requests to join/] },
  { name: 'group', who: 'marcus', path: '/company/group', call: /\/group$/, empty: ['lena', /No subsidiaries/], forbidden: noCompany },
  { name: 'activity', who: 'marcus', path: '/company/audit', call: /\/audit$/, forbidden: lacks(readsRecords) },
  { name: 'settings', who: 'marcus', path: '/settings', call: /auth\/sessions$/ },
  { name: 'settings-keys', who: 'ana', path: '/settings?tab=keys', call: /pii-keys\/[^/]+$/, empty: ['lena', /No keys yet/] },
  { name: 'settings-retention', who: 'ana', path: '/settings?tab=retention', call: /transactions\/retention\//, forbidden: lacks('settings.viewSettings') },
  { name: 'settings-company', who: 'marcus', path: '/settings?tab=company', call: /getSettings$/, forbidden: lacks('settings.viewSettings') },
  { name: 'billing', who: 'grace', path: '/billing', call: /\/subscriptions$/, forbidden: ['tomas', /You’re not part of a company yet|lacks the permission/] },
  { name: 'billing-usage', who: 'grace', path: '/billing/usage', call: /usage\/transfers$/, forbidden: ['tomas', /You’re not part of a company yet|lacks the permission/] },
  { name: 'billing-plans', who: 'grace', path: '/billing/plans', call: /billing\/plans$/, forbidden: ['tomas', /You’re not part of a company yet|lacks the permission/] },
  { name: 'settings-transfers', who: 'marcus', path: '/settings?tab=transfers', call: /transactions\/settings\//, forbidden: lacks('settings.viewSettings') },
  { name: 'credentials', who: 'marcus', path: '/developers/credentials', call: /auth\/credentials\//, empty: ['lena', /No credentials yet/], forbidden: lacks('integrations.hasApiCredentials') },
  { name: 'get-started', who: 'tomas', path: '/auth/get-started' },
  { name: 'multivasp-signin', who: 'tomas', path: '/auth/multivasp-signin', call: /userVASPList$/ },
  { name: 'queue', who: 'noor', path: '/admin', call: /verification\/queue$/, forbidden: operator },
  { name: 'all-companies', who: 'noor', path: '/admin/companies', call: /administration\/vasps$/, noMatch: '?q=nobodyhere', forbidden: operator },
  { name: 'imports', who: 'noor', path: '/admin/imports', call: /administration\/imports$/, empty: ['noor', /No imports yet/], forbidden: operator },
  { name: 'duplicates', who: 'noor', path: '/admin/duplicates', call: /administration\/duplicates$/, forbidden: operator },
  { name: 'one-company', who: 'noor', path: `/admin/companies/${norrland}`, call: /administration\/vasps\//, forbidden: operator },
  { name: 'users', who: 'noor', path: '/admin/users', call: /auth\/users$/, noMatch: '?q=nobodyhere', forbidden: operator },
  { name: 'unreachable', who: 'noor', path: '/admin/unreachable', call: /transactions\/unreachable$/, forbidden: operator },
  { name: 'jurisdictions', who: 'noor', path: '/admin/jurisdictions', call: /jurisdictions$/, forbidden: operator },
  { name: 'subscriptions', who: 'noor', path: '/admin/billing', call: /billing\/subscriptions$/, noMatch: '?q=nobodyhere', forbidden: operator },
  { name: 'billing-differences', who: 'noor', path: '/admin/billing/reconciliation', call: /billing\/drift$/, forbidden: operator },
  { name: 'webhook-service', who: 'noor', path: '/admin/webhooks', call: /webhooks\/listeners$/, forbidden: operator },
  { name: 'audit-log', who: 'noor', path: '/admin/audit', call: /\/audit$/, forbidden: operator },
]

/** Paths that lead elsewhere at once and show nothing themselves. */
const doors = ['/']

/** The routes of the dashboard that no screen of the table shows. */
export function routesWithoutScreen(): string[] {
  const folder = new URL('../apps/web/src/', import.meta.url)
  const source = readdirSync(folder)
    .filter((name) => /routes\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join()
  const routes = [...source.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path ?? '')
  const shown = screens.map(({ path }) => path.split('?')[0] ?? '')
  return routes.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !doors.includes(route) && !shown.some((path) => pattern.test(path))
  })
}
