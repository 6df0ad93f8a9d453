import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { adminRoutes } from './admin-routes.ts'
import { companyRoutes } from './company-routes.ts'
import { complianceRoutes } from './compliance-routes.ts'
import { developerRoutes } from './developer-routes.ts'
import { networkRoutes, publicNetworkRoutes } from './network-routes.ts'
import { RouteError } from './page/index.ts'
import { root, signedIn } from './route-roots.ts'
import { isSignedIn, viewerQuery, workable } from './session/index.ts'

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
  staticData: { title: 'Demo email' },
  component: lazyRouteComponent(() => import('./mail/demo-mail.tsx'), 'DemoMailbox'),
})

const tree = root.addChildren([
  home,
  auth,
  signedOut,
  privacy,
  verify,
  prove,
  getStarted,
  ...publicNetworkRoutes,
  signedIn.addChildren([
    ...networkRoutes,
    ...complianceRoutes,
    ...companyRoutes,
    dashboard,
    companies,
    multivaspSignIn,
    settings,
    mailbox,
    ...developerRoutes,
    ...adminRoutes,
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
