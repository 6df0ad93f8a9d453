import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import {
  admin,
  adminAudit,
  adminBilling,
  adminCompanies,
  adminCompany,
  adminDifferences,
  adminUnreachable,
  adminUsers,
  adminWebhooks,
  jurisdictions,
} from './admin-routes.ts'
import { AuditSearch } from './audit/index.ts'
import { BillingSearch } from './billing/index.ts'
import { CompanySearch, CompareSearch } from './company/index.ts'
import { developerRoutes } from './developer-routes.ts'
import { CounterpartySearch, DirectorySearch } from './directory/index.ts'
import { DueDiligenceSearch } from './document/index.ts'
import { RouteError } from './page/index.ts'
import { DdqReviewSearch, DdqSearch } from './questionnaire/index.ts'
import { root, signedIn } from './route-roots.ts'
import { isSignedIn, viewerQuery, workable } from './session/index.ts'
import { AnalyticsSearch } from './statistics/index.ts'
import { NewTransferSearch, TransferSearch } from './transfer/index.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    const viewer = await queryClient.ensureQueryData(viewerQuery)
    throw redirect({ to: isSignedIn(viewer) ? '/dashboard' : '/auth' })
  },
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  staticData: { title: 'Sign in' },
  validateSearch: z.object({
    redirect: z.optional(z.string()),
    error: z.optional(z.enum(['unavailable', 'cancelled', 'failed', 'unverified', 'limited'])),
    reference: z.optional(z.string()),
    signedOut: z.optional(z.unknown()),
  }),
  component: lazyRouteComponent(() => import('./session/sign-in.tsx'), 'SignIn'),
})

const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/auth/signed-out',
  staticData: { title: 'Sign out' },
  component: lazyRouteComponent(() => import('./session/confirm-log-out.tsx'), 'ConfirmLogOut'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { title: 'Privacy' },
  component: lazyRouteComponent(() => import('./privacy/privacy.tsx'), 'PrivacyPage'),
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  staticData: { title: 'Check a document' },
  component: lazyRouteComponent(() => import('./report/check.tsx'), 'CheckPdf'),
})

const prove = createRoute({
  getParentRoute: () => root,
  path: '/prove',
  staticData: { title: 'Prove your wallet' },
  component: lazyRouteComponent(() => import('./proof/prove.tsx'), 'ProveWallet'),
})

const directory = createRoute({
  getParentRoute: () => root,
  path: '/network/search',
  staticData: { title: 'Directory' },
  validateSearch: DirectorySearch,
  component: lazyRouteComponent(() => import('./directory/directory.tsx'), 'Directory'),
})

const company = createRoute({
  getParentRoute: () => root,
  path: '/network/vasps/$did',
  staticData: { title: 'Company' },
  validateSearch: CompanySearch,
  component: lazyRouteComponent(() => import('./company/company.tsx'), 'Company'),
})

const auditPack = createRoute({
  getParentRoute: () => signedIn,
  path: '/network/vasps/$did/audit-pack',
  staticData: { title: 'Audit pack' },
  component: lazyRouteComponent(() => import('./company/audit-pack.tsx'), 'AuditPackPage'),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/network/compare',
  staticData: { title: 'Compare' },
  validateSearch: CompareSearch,
  component: lazyRouteComponent(() => import('./company/compare.tsx'), 'Compare'),
})

const counterparties = createRoute({
  getParentRoute: () => signedIn,
  path: '/network/counterparties',
  staticData: { title: 'Counterparties' },
  validateSearch: CounterpartySearch,
  component: lazyRouteComponent(() => import('./directory/counterparties.tsx'), 'Counterparties'),
})

const reviews = createRoute({
  getParentRoute: () => signedIn,
  path: '/network/reviews',
  staticData: { title: 'Reviews' },
  validateSearch: z.object({ at: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./company/review-sequence.tsx'), 'ReviewSequence'),
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  staticData: { title: 'Home' },
  // The network's operator works in no company: what waits for them is the network's queue.
  beforeLoad: async ({ context: { queryClient } }) => {
    const viewer = await queryClient.ensureQueryData(viewerQuery)
    if (viewer.isCountersignAdmin && workable(viewer).length === 0) throw redirect({ to: '/admin' })
  },
  component: lazyRouteComponent(() => import('./action/home.tsx'), 'Home'),
})

const companies = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/companies',
  staticData: { title: 'Companies' },
  validateSearch: z.object({ tab: z.catch(z.optional(z.enum(['join', 'claim'])), undefined) }),
  component: lazyRouteComponent(() => import('./request/companies.tsx'), 'Companies'),
})

const multivaspSignIn = createRoute({
  getParentRoute: () => signedIn,
  path: '/auth/multivasp-signin',
  staticData: { title: 'Choose a company' },
  validateSearch: z.object({
    vasp: z.catch(z.optional(z.string().check(z.startsWith('did:'))), undefined),
    redirect: z.catch(z.optional(z.string()), undefined),
  }),
  component: lazyRouteComponent(() => import('./request/multivasp-sign-in.tsx'), 'MultivaspSignIn'),
})

const getStarted = createRoute({
  getParentRoute: () => root,
  path: '/auth/get-started',
  staticData: { title: 'Get started' },
  validateSearch: z.object({
    step: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(7))), undefined),
    source: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  }),
  component: lazyRouteComponent(() => import('./wizard/get-started.tsx'), 'GetStarted'),
})

const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/team',
  staticData: { title: 'Team' },
  validateSearch: z.object({
    tab: z.catch(z.optional(z.enum(['invited', 'requests'])), undefined),
  }),
  component: lazyRouteComponent(() => import('./team/team.tsx'), 'TeamPage'),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: z.object({ tab: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Settings'),
})

const mailbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/demo/mail',
  staticData: { title: 'Demo mail' },
  component: lazyRouteComponent(() => import('./mail/demo-mail.tsx'), 'DemoMailbox'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/company',
  staticData: { title: 'Profile' },
  validateSearch: z.object({ edit: z.catch(z.optional(z.enum(['missing'])), undefined) }),
  component: lazyRouteComponent(() => import('./company/profile.tsx'), 'ProfilePage'),
})

const group = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/group',
  staticData: { title: 'Group' },
  component: lazyRouteComponent(() => import('./group/group.tsx'), 'GroupPage'),
})

const credentials = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/credentials',
  staticData: { title: 'API credentials' },
  validateSearch: z.object({ rotate: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./credential/credentials.tsx'), 'CredentialsPage'),
})

const companyAudit = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/audit',
  staticData: { title: 'Activity' },
  validateSearch: AuditSearch,
  component: lazyRouteComponent(() => import('./audit/company.tsx'), 'CompanyAudit'),
})

const documents = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/documents',
  staticData: { title: 'Documents' },
  validateSearch: z.object({ open: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./document/documents.tsx'), 'Documents'),
})

const dueDiligence = createRoute({
  getParentRoute: () => signedIn,
  path: '/due-diligence',
  staticData: { title: 'Due diligence' },
  validateSearch: DueDiligenceSearch,
  component: lazyRouteComponent(() => import('./document/due-diligence.tsx'), 'DueDiligence'),
})

const questionnaire = createRoute({
  getParentRoute: () => signedIn,
  path: '/due-diligence/questionnaire',
  staticData: { title: 'Questionnaire' },
  validateSearch: DdqSearch,
  component: lazyRouteComponent(() => import('./questionnaire/questionnaire.tsx'), 'Questionnaire'),
})

const ddqReview = createRoute({
  getParentRoute: () => signedIn,
  path: '/due-diligence/review/$did',
  staticData: { title: 'Review' },
  validateSearch: DdqReviewSearch,
  component: lazyRouteComponent(() => import('./questionnaire/review.tsx'), 'DdqReviewPage'),
})

const transactions = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions',
  staticData: { title: 'Transfers' },
  validateSearch: TransferSearch,
  component: lazyRouteComponent(() => import('./transfer/transfers.tsx'), 'Transfers'),
})

const newTransaction = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions/new',
  staticData: { title: 'New transfer' },
  validateSearch: NewTransferSearch,
  component: lazyRouteComponent(() => import('./transfer/new-transfer.tsx'), 'NewTransfer'),
})

const transactionViews = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions/views',
  staticData: { title: 'Data access' },
  component: lazyRouteComponent(() => import('./transfer/view-log.tsx'), 'ViewLog'),
})

const transferExports = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions/exports',
  staticData: { title: 'Exports' },
  component: lazyRouteComponent(() => import('./transfer/exports.tsx'), 'TransferExports'),
})

const privacyRequests = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions/privacy',
  staticData: { title: 'Privacy requests' },
  component: lazyRouteComponent(
    () => import('./retention/privacy-requests.tsx'),
    'PrivacyRequests',
  ),
})

const transaction = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions/$id',
  staticData: { title: 'Transfer' },
  component: lazyRouteComponent(() => import('./transfer/transfer.tsx'), 'TransferPage'),
})

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: '/analytics',
  staticData: { title: 'Analytics' },
  validateSearch: AnalyticsSearch,
  component: lazyRouteComponent(() => import('./statistics/analytics.tsx'), 'Analytics'),
})

const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  staticData: { title: 'Billing' },
  validateSearch: BillingSearch,
  component: lazyRouteComponent(() => import('./billing/page.tsx'), 'BillingPage'),
})

const billingUsage = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/usage',
  staticData: { title: 'Usage' },
  component: lazyRouteComponent(() => import('./billing/usage-page.tsx'), 'UsagePage'),
})

const billingPlans = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/plans',
  staticData: { title: 'Plans' },
  component: lazyRouteComponent(() => import('./billing/plans.tsx'), 'PlansPage'),
})

const rules = createRoute({
  getParentRoute: () => signedIn,
  path: '/rules',
  staticData: { title: 'Rules' },
  validateSearch: z.object({ from: z.optional(z.string()) }),
  component: lazyRouteComponent(() => import('./rule/rules.tsx'), 'Rules'),
})

const addresses = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/addresses',
  staticData: { title: 'Address book' },
  component: lazyRouteComponent(() => import('./address/addresses.tsx'), 'Addresses'),
})

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/customers',
  staticData: { title: 'Customers' },
  component: lazyRouteComponent(() => import('./customer/customers.tsx'), 'Customers'),
})

const customer = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/customers/$ref',
  staticData: { title: 'Customer' },
  component: lazyRouteComponent(() => import('./customer/customer.tsx'), 'CustomerPage'),
})

const tree = root.addChildren([
  home,
  auth,
  signedOut,
  privacy,
  verify,
  prove,
  directory,
  company,
  compare,
  getStarted,
  signedIn.addChildren([
    dashboard,
    counterparties,
    auditPack,
    analytics,
    billing,
    billingUsage,
    billingPlans,
    reviews,
    companies,
    multivaspSignIn,
    team,
    settings,
    adminUsers,
    mailbox,
    profile,
    group,
    admin,
    adminCompanies,
    adminCompany,
    jurisdictions,
    credentials,
    companyAudit,
    adminAudit,
    adminBilling,
    adminDifferences,
    adminUnreachable,
    adminWebhooks,
    documents,
    dueDiligence,
    ...developerRoutes,
    questionnaire,
    ddqReview,
    transactions,
    newTransaction,
    transactionViews,
    transferExports,
    privacyRequests,
    transaction,
    rules,
    addresses,
    customers,
    customer,
  ]),
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the document title. */
    title?: string
  }
}

/** The routes of the dashboard; a screen's code is fetched when it is first opened or pointed at. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
