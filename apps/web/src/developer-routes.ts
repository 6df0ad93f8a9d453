import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './route-roots.ts'

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks',
  staticData: { title: 'Webhooks' },
  component: lazyRouteComponent(() => import('./developer/endpoints.tsx'), 'EndpointsPage'),
})

const endpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/endpoints/$endpointId',
  staticData: { title: 'Endpoint' },
  component: lazyRouteComponent(() => import('./developer/endpoint.tsx'), 'EndpointPage'),
})

const message = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/messages/$messageId',
  staticData: { title: 'Message' },
  component: lazyRouteComponent(() => import('./developer/message.tsx'), 'MessagePage'),
})

const simulator = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/simulator',
  staticData: { title: 'Simulator' },
  component: lazyRouteComponent(() => import('./simulator/simulator.tsx'), 'Simulator'),
})

const receiver = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/receiver',
  staticData: { title: 'Demo receiver' },
  component: lazyRouteComponent(() => import('./developer/receiver.tsx'), 'Receiver'),
})

const messages = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/messages',
  staticData: { title: 'Messages' },
  component: lazyRouteComponent(() => import('./developer/messages.tsx'), 'MessagesPage'),
})

const eventTypes = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/event-types',
  staticData: { title: 'Event catalogue' },
  component: lazyRouteComponent(() => import('./developer/event-types.tsx'), 'EventTypesPage'),
})

const statistics = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/statistics',
  staticData: { title: 'Webhook statistics' },
  component: lazyRouteComponent(() => import('./developer/statistics.tsx'), 'StatisticsPage'),
})

const activity = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/activity',
  staticData: { title: 'Webhook activity' },
  component: lazyRouteComponent(() => import('./developer/activity.tsx'), 'ActivityPage'),
})

const pollers = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/pollers',
  staticData: { title: 'Polling' },
  component: lazyRouteComponent(() => import('./developer/pollers.tsx'), 'PollersPage'),
})

const integrations = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/integrations',
  staticData: { title: 'Integrations' },
  component: lazyRouteComponent(() => import('./developer/integrations.tsx'), 'IntegrationsPage'),
})

const help = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/help',
  staticData: { title: 'Webhook help' },
  component: lazyRouteComponent(() => import('./developer/help.tsx'), 'HelpPage'),
})

/** The screens for developers. */
export const developerRoutes = [
  webhooks,
  endpoint,
  message,
  receiver,
  simulator,
  messages,
  eventTypes,
  statistics,
  activity,
  pollers,
  integrations,
  help,
] as const
