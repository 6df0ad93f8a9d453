import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AdminSearch } from './admin/index.ts'
import { AuditSearch } from './audit/index.ts'
import { DifferencesSearch, SubscriptionsSearch } from './billing/index.ts'
import { JurisdictionSearch } from './jurisdiction/index.ts'
import { signedIn } from './route-roots.ts'

const adminUsers = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/users',
  staticData: { title: 'Users' },
  validateSearch: z.object({ q: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./admin/users.tsx'), 'AdminUsers'),
})

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  staticData: { title: 'Queue' },
  validateSearch: z.object({ open: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./admin/admin.tsx'), 'Admin'),
})

const adminCompanies = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/companies',
  staticData: { title: 'All companies' },
  validateSearch: AdminSearch,
  component: lazyRouteComponent(() => import('./admin/companies.tsx'), 'AdminCompanies'),
})

const jurisdictions = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/jurisdictions',
  staticData: { title: 'Jurisdictions' },
  validateSearch: JurisdictionSearch,
  component: lazyRouteComponent(() => import('./jurisdiction/jurisdictions.tsx'), 'Jurisdictions'),
})

const adminCompany = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/companies/$did',
  staticData: { title: 'Company' },
  component: lazyRouteComponent(() => import('./admin/company.tsx'), 'AdminCompany'),
})

const adminImports = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/imports',
  staticData: { title: 'Imports' },
  validateSearch: z.object({ open: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./admin/imports.tsx'), 'AdminImports'),
})

const adminDuplicates = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/duplicates',
  staticData: { title: 'Duplicates' },
  component: lazyRouteComponent(() => import('./admin/duplicates.tsx'), 'AdminDuplicates'),
})

const adminAudit = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/audit',
  staticData: { title: 'Audit log' },
  validateSearch: AuditSearch,
  component: lazyRouteComponent(() => import('./audit/admin.tsx'), 'AdminAudit'),
})

const adminBilling = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/billing',
  staticData: { title: 'Subscriptions' },
  validateSearch: SubscriptionsSearch,
  component: lazyRouteComponent(
    () => import('./billing/admin-subscriptions.tsx'),
    'AdminSubscriptions',
  ),
})

const adminDifferences = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/billing/reconciliation',
  staticData: { title: 'Billing differences' },
  validateSearch: DifferencesSearch,
  component: lazyRouteComponent(
    () => import('./billing/admin-differences.tsx'),
    'AdminDifferences',
  ),
})

const adminUnreachable = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/unreachable',
  staticData: { title: 'Unreachable counterparties' },
  component: lazyRouteComponent(() => import('./admin/unreachable.tsx'), 'Unreachable'),
})

const adminWebhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/webhooks',
  staticData: { title: 'Webhook service' },
  component: lazyRouteComponent(() => import('./admin/webhooks.tsx'), 'AdminWebhooks'),
})

/** Screens of the internal admin. */
export const adminRoutes = [
  adminUsers,
  admin,
  adminCompanies,
  jurisdictions,
  adminCompany,
  adminAudit,
  adminBilling,
  adminDifferences,
  adminDuplicates,
  adminImports,
  adminUnreachable,
  adminWebhooks,
] as const
