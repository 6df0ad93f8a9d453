import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { DueDiligenceSearch } from './document/index.ts'
import { DdqReviewSearch, DdqSearch } from './questionnaire/index.ts'
import { signedIn } from './route-roots.ts'
import { AnalyticsSearch } from './statistics/index.ts'
import { NewTransferSearch, TransferSearch, ViewLogSearch } from './transfer/index.ts'

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
  validateSearch: ViewLogSearch,
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

const rules = createRoute({
  getParentRoute: () => signedIn,
  path: '/rules',
  staticData: { title: 'Rules' },
  validateSearch: z.object({ from: z.optional(z.string()) }),
  component: lazyRouteComponent(() => import('./rule/rules.tsx'), 'Rules'),
})

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: '/analytics',
  staticData: { title: 'Analytics' },
  validateSearch: AnalyticsSearch,
  component: lazyRouteComponent(() => import('./statistics/analytics.tsx'), 'Analytics'),
})

/** Screens of compliance: due diligence and transfers. */
export const complianceRoutes = [
  dueDiligence,
  questionnaire,
  ddqReview,
  transactions,
  newTransaction,
  transactionViews,
  transferExports,
  privacyRequests,
  transaction,
  rules,
  analytics,
] as const
