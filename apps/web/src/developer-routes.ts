import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './route-roots.ts'

/** A webhook screen. */
export const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks',
  staticData: { title: 'Webhooks' },
  component: lazyRouteComponent(() => import('./developer/endpoints.tsx'), 'EndpointsPage'),
})

/** A webhook screen. */
export const endpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/endpoints/$endpointId',
  staticData: { title: 'Endpoint' },
  component: lazyRouteComponent(() => import('./developer/endpoint.tsx'), 'EndpointPage'),
})

/** A webhook screen. */
export const message = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/messages/$messageId',
  staticData: { title: 'Message' },
  component: lazyRouteComponent(() => import('./developer/message.tsx'), 'MessagePage'),
})

/** The counterparty for trying transfers. */
export const simulator = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/simulator',
  staticData: { title: 'Simulator' },
  component: lazyRouteComponent(() => import('./simulator/simulator.tsx'), 'Simulator'),
})

/** A webhook screen. */
export const receiver = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/receiver',
  staticData: { title: 'Demo receiver' },
  component: lazyRouteComponent(() => import('./developer/receiver.tsx'), 'Receiver'),
})
