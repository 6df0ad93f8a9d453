export { messagePoller } from './poll.operations.ts'
export { pollerToken, pollingEndpoint } from './poller.operations.ts'
