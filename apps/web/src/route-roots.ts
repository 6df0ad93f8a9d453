import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { configQuery, isSignedIn, viewerQuery } from './session/index.ts'
import { Frame, NotFound } from './shell/index.ts'

/** What every route can ask for before it draws. */
type Context = { queryClient: QueryClient }

/** Every route is below it. */
export const root = createRootRouteWithContext<Context>()({
  component: Frame,
  // Of an address that no route has.
  staticData: { title: 'No such page' },
  notFoundComponent: NotFound,
})

/** Routes below it need a signed-in viewer; a visitor is sent to sign in and comes back. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const viewer = await queryClient.ensureQueryData(viewerQuery)
    if (isSignedIn(viewer)) return
    const { loginRoute } = await queryClient.ensureQueryData(configQuery)
    throw redirect({ to: loginRoute, search: { redirect: location.href } })
  },
})
