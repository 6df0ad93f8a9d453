import { inApplication } from '../bind.ts'
import { poll, pollAsConsumer, seekAsConsumer } from './poll.operations.ts'
import {
  createPoller,
  getPoller,
  getPollerToken,
  listPollers,
  removePoller,
  rotatePollerToken,
} from './poller.operations.ts'

export const messagePoller = {
  poll: inApplication(poll),
  consumerPoll: inApplication(pollAsConsumer),
  consumerSeek: inApplication(seekAsConsumer),
}

export const pollingEndpoint = {
  list: inApplication(listPollers),
  create: inApplication(createPoller),
  get: inApplication(getPoller),
  delete: inApplication(removePoller),
}

export const pollerToken = {
  getPollerToken: inApplication(getPollerToken),
  rotatePollerToken: inApplication(rotatePollerToken),
}
