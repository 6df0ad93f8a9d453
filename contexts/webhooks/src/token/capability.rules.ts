import { type Operation, operationsOf } from '@countersign/contracts'
import {
  type Capability,
  capabilities,
  webhooks as contract,
} from '@countersign/contracts/webhooks'

type Service = typeof contract

/** What an operation needs; `all` is every capability by name. */
type Need = Capability | 'all'

/** Every operation that application tokens can call, so that a new one does not compile without a row. */
type Needs = {
  readonly [G in keyof Service as OpenIn<Service[G]> extends never ? never : G]: {
    readonly [K in OpenIn<Service[G]>]: Need
  }
}
type OpenIn<Group> = {
  [K in keyof Group]: Group[K] extends { readonly access: 'application' | 'portal' } ? K : never
}[keyof Group]

const needs: Needs = {
  application: { get: 'ViewBase', getStats: 'ViewBase' },
  authentication: {
    logout: 'ViewBase',
    whoami: 'ViewBase',
    getPollerToken: 'ViewEndpointSecret',
    rotatePollerToken: 'ManageEndpointSecret',
  },
  endpoint: {
    list: 'ViewBase',
    get: 'ViewBase',
    getStats: 'ViewBase',
    getHeaders: 'ViewBase',
    getTransformation: 'ViewBase',
    listHeldKeys: 'ViewBase',
    getSecret: 'ViewEndpointSecret',
    rotateSecret: 'ManageEndpointSecret',
    recover: 'CreateAttempts',
    replay: 'CreateAttempts',
    bulkReplay: 'CreateAttempts',
    sendExample: 'CreateAttempts',
    patchTransformation: 'ManageTransformations',
    simulateTransformation: 'ManageTransformations',
    create: 'ManageEndpoint',
    update: 'ManageEndpoint',
    patch: 'ManageEndpoint',
    delete: 'ManageEndpoint',
    updateHeaders: 'ManageEndpoint',
    patchHeaders: 'ManageEndpoint',
  },
  environment: { getSettings: 'ViewBase' },
  eventType: { list: 'ViewBase', get: 'ViewBase', generateExample: 'ViewBase' },
  // The key of an integration has full access and outlives the token that made it.
  integration: {
    list: 'ViewBase',
    get: 'ViewBase',
    create: 'all',
    update: 'all',
    delete: 'all',
    getKey: 'all',
    rotateKey: 'all',
  },
  message: {
    list: 'ViewBase',
    get: 'ViewBase',
    getRawPayload: 'ViewBase',
    testAttempt: 'CreateAttempts',
    listScheduled: 'ViewBase',
    sendNow: 'CreateAttempts',
    cancel: 'CreateAttempts',
  },
  messageAttempt: {
    listByEndpoint: 'ViewBase',
    listByMsg: 'ViewBase',
    listAttemptedMessages: 'ViewBase',
    listAttemptedDestinations: 'ViewBase',
    get: 'ViewBase',
    getHeaders: 'ViewBase',
    listByMsgDeprecated: 'ViewBase',
    listByEndpointDeprecated: 'ViewBase',
    resend: 'CreateAttempts',
    skip: 'CreateAttempts',
  },
  // A consumer’s place is kept, so that reading as one changes something.
  messagePoller: {
    poll: 'ViewBase',
    consumerPoll: 'ManageEndpoint',
    consumerSeek: 'ManageEndpoint',
  },
  pollingEndpoint: {
    list: 'ViewBase',
    get: 'ViewBase',
    create: 'ManageEndpoint',
    delete: 'ManageEndpoint',
  },
  portal: { session: 'ViewBase', failing: 'ViewBase', tasks: 'ViewBase', missing: 'ViewBase' },
  statistics: { appAttempts: 'ViewBase', endpointAttempts: 'ViewBase' },
  transformationTemplate: { list: 'ViewBase', get: 'ViewBase' },
}

const byOperation = new Map<Operation, Need | undefined>(
  operationsOf(contract).map(({ name, operation }) => {
    const [group = '', verb = ''] = name.split('.')
    return [operation, Reflect.get(Reflect.get(needs, group) ?? {}, verb)]
  }),
)

/** What a capability includes besides itself. */
const included: { readonly [C in Capability]?: readonly Capability[] } = {
  ManageEndpointSecret: ['ViewEndpointSecret'],
  ManageEndpoint: capabilities,
}

/** Whether a token has a capability, by name or as part of another. Without a list it has all. */
export const hasCapability = (held: readonly Capability[] | undefined, asked: Capability) =>
  held === undefined ||
  asked === 'ViewBase' ||
  held.some((one) => one === asked || included[one]?.includes(asked))

/** Whether a token with these capabilities may call an operation. */
export function mayCall(held: readonly Capability[] | undefined, operation: Operation): boolean {
  const need = byOperation.get(operation)
  if (need === undefined) return false
  if (need === 'all') return held === undefined || capabilities.every((one) => held.includes(one))
  return hasCapability(held, need)
}

/** The capabilities of a request, with what they include only by name left out. */
export function requestedCapabilities({
  capabilities: asked,
  readOnly,
}: {
  readonly capabilities?: readonly Capability[] | null | undefined
  readonly readOnly?: boolean | null | undefined
}): readonly Capability[] | undefined {
  if (readOnly) return ['ViewBase']
  if (!asked) return undefined
  return capabilities.filter((one) => one === 'ViewBase' || asked.includes(one))
}
