import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AdminSearch } from './admin/index.ts'
import { AuditSearch } from './audit/index.ts'
import { DifferencesSearch, SubscriptionsSearch } from './billing/index.ts'
import { JurisdictionSearch } from './jurisdiction/index.ts'
import { signedIn } from './route-roots.ts'

/** A screen of the internal admin. */
export const adminUsers = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/users',
  staticData: { title: 'Users' },
  validateSearch: z.object({ q: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./admin/users.tsx'), 'AdminUsers'),
})

/** A screen of the internal admin. */
export const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  staticData: { title: 'Queue' },
  validateSearch: z.object({ open: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./admin/admin.tsx'), 'Admin'),
})

/** A screen of the internal admin. */
export const adminCompanies = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/companies',
  staticData: { title: 'All companies' },
  validateSearch: AdminSearch,
  component: lazyRouteComponent(() => import('./admin/companies.tsx'), 'AdminCompanies'),
})

/** A screen of the internal admin. */
export const jurisdictions = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/jurisdictions',
  staticData: { title: 'Jurisdictions' },
  validateSearch: JurisdictionSearch,
  component: lazyRouteComponent(() => import('./jurisdiction/jurisdictions.tsx'), 'Jurisdictions'),
})

/** A screen of the internal admin. */
export const adminCompany = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/companies/$did',
  staticData: { title: 'Company' },
  component: lazyRouteComponent(() => import('./admin/company.tsx'), 'AdminCompany'),
})

/** A screen of the internal admin. */
export const adminAudit = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/audit',
  staticData: { title: 'Audit log' },
  validateSearch: AuditSearch,
  component: lazyRouteComponent(() => import('./audit/admin.tsx'), 'AdminAudit'),
})

/** A screen of the internal admin. */
export const adminBilling = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/billing',
  staticData: { title: 'Subscriptions' },
  validateSearch: SubscriptionsSearch,
  component: lazyRouteComponent(
    () => import('./billing/admin-subscriptions.tsx'),
    'AdminSubscriptions',
  ),
})

/** A screen of the internal admin. */
export const adminDifferences = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/billing/reconciliation',
  staticData: { title: 'Billing differences' },
  validateSearch: DifferencesSearch,
  component: lazyRouteComponent(
    () => import('./billing/admin-differences.tsx'),
    'AdminDifferences',
  ),
})

/** A screen of the internal admin. */
export const adminUnreachable = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/unreachable',
  staticData: { title: 'Unreachable counterparties' },
  component: lazyRouteComponent(() => import('./admin/unreachable.tsx'), 'Unreachable'),
})

/** A screen of the internal admin. */
export const adminWebhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/webhooks',
  staticData: { title: 'Webhook service' },
  component: lazyRouteComponent(() => import('./admin/webhooks.tsx'), 'AdminWebhooks'),
})
