import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AddressSearch } from './address/index.ts'
import { AuditSearch } from './audit/index.ts'
import { BillingSearch } from './billing/index.ts'
import { CustomerSearch } from './customer/index.ts'
import { signedIn } from './route-roots.ts'

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

const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/team',
  staticData: { title: 'Team' },
  validateSearch: z.object({
    tab: z.catch(z.optional(z.enum(['invited', 'requests'])), undefined),
  }),
  component: lazyRouteComponent(() => import('./team/team.tsx'), 'TeamPage'),
})

const documents = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/documents',
  staticData: { title: 'Documents' },
  validateSearch: z.object({ open: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./document/documents.tsx'), 'Documents'),
})

const addresses = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/addresses',
  staticData: { title: 'Address book' },
  validateSearch: AddressSearch,
  component: lazyRouteComponent(() => import('./address/addresses.tsx'), 'Addresses'),
})

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/customers',
  staticData: { title: 'Customers' },
  validateSearch: CustomerSearch,
  component: lazyRouteComponent(() => import('./customer/customers.tsx'), 'Customers'),
})

const customer = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/customers/$ref',
  staticData: { title: 'Customer' },
  component: lazyRouteComponent(() => import('./customer/customer.tsx'), 'CustomerPage'),
})

const companyAudit = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/audit',
  staticData: { title: 'Activity' },
  validateSearch: AuditSearch,
  component: lazyRouteComponent(() => import('./audit/company.tsx'), 'CompanyAudit'),
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

const credentials = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/credentials',
  staticData: { title: 'API credentials' },
  validateSearch: z.object({ rotate: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./credential/credentials.tsx'), 'CredentialsPage'),
})

/** Screens of one’s own company. */
export const companyRoutes = [
  profile,
  group,
  team,
  documents,
  addresses,
  customers,
  customer,
  companyAudit,
  billing,
  billingUsage,
  billingPlans,
  credentials,
] as const
