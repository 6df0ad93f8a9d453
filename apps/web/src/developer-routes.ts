import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './route-roots.ts'

/** A webhook screen. */
export const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks',
  staticData: { title: 'Webhooks' },
  component: lazyRouteComponent(() => import('./webhooks/endpoint/endpoints.tsx'), 'Endpoints'),
})

/** A webhook screen. */
export const endpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/endpoints/$endpointId',
  staticData: { title: 'Endpoint' },
  component: lazyRouteComponent(() => import('./webhooks/endpoint/endpoint.tsx'), 'EndpointPage'),
})

/** A webhook screen. */
export const message = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/messages/$messageId',
  staticData: { title: 'Message' },
  component: lazyRouteComponent(() => import('./webhooks/message/message.tsx'), 'MessagePage'),
})

/** A webhook screen. */
export const receiver = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/receiver',
  staticData: { title: 'Demo receiver' },
  component: lazyRouteComponent(() => import('./webhooks/receiver.tsx'), 'Receiver'),
})
