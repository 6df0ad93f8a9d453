import { fail } from '@countersign/kit/errors'
import { inOrganisation, type Unbound } from '../bind.ts'
import { endpoint, endpointHeaders, endpointSecret } from '../endpoint/index.ts'
import { findListener, makeListener } from './listener.ts'

/** An endpoint’s handler, on what listens for the caller’s organisation. */
const onListener =
  (listenerOf: typeof findListener) =>
  <I, O>(handler: Unbound<I, Promise<O>>) =>
    inOrganisation(async (core, at, input: I) => {
      const listener = await listenerOf(core, at)
      if (!listener) throw fail('not_found', 'Entity not found')
      return handler(core)(listener, input)
    })

const listening = onListener(findListener)
/** The same, which makes the listener where there is none. */
const starting = onListener(makeListener)

export const operationalWebhookEndpoint = {
  /** None before there is a listener. */
  list: inOrganisation(async (core, at, input: Parameters<ReturnType<typeof endpoint.list>>[1]) => {
    const listener = await findListener(core, at)
    if (!listener) return { data: [], iterator: null, prevIterator: null, done: true }
    return endpoint.list(core)(listener, input)
  }),
  create: starting(endpoint.create),
  get: listening(endpoint.get),
  update: starting(endpoint.update),
  delete: listening(endpoint.delete),
  getSecret: listening(endpointSecret.getSecret),
  rotateSecret: listening(endpointSecret.rotateSecret),
  getHeaders: listening(endpointHeaders.getHeaders),
  updateHeaders: listening(endpointHeaders.updateHeaders),
}
