export { poll, pollAsConsumer, seekAsConsumer } from './poll.operations.ts'
export {
  createPoller,
  getPoller,
  getPollerToken,
  listPollers,
  removePoller,
  rotatePollerToken,
} from './poller.operations.ts'
