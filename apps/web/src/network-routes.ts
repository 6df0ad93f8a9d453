import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { CompanySearch, CompareSearch } from './company/index.ts'
import { CounterpartySearch, DirectorySearch } from './directory/index.ts'
import { root, signedIn } from './route-roots.ts'

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

const auditPack = createRoute({
  getParentRoute: () => signedIn,
  path: '/network/vasps/$did/audit-pack',
  staticData: { title: 'Audit pack' },
  component: lazyRouteComponent(() => import('./company/audit-pack.tsx'), 'AuditPackPage'),
})

const reviews = createRoute({
  getParentRoute: () => signedIn,
  path: '/network/reviews',
  staticData: { title: 'Reviews' },
  validateSearch: z.object({ at: z.catch(z.optional(z.string()), undefined) }),
  component: lazyRouteComponent(() => import('./company/review-sequence.tsx'), 'ReviewSequence'),
})

/** Screens of the network: the directory and the companies in it; anybody may open these. */
export const publicNetworkRoutes = [directory, company, compare] as const

/** Screens of the network: the directory and the companies in it. */
export const networkRoutes = [counterparties, auditPack, reviews] as const
