import type { Client } from './client.gen.ts'
import type { CallOptions, OperationInfo } from './operation.ts'
import { operations } from './operations.gen.ts'
import { optionsOf, requestOf } from './request.ts'
import { answerValue } from './response.ts'
import { type ServerOptions, serverFor } from './servers.ts'
import { type Middleware, type Outside, send, world } from './transport.ts'

/** Where the service is, and what stands between the client and the network. */
export type ClientOptions = ServerOptions &
  Partial<Outside> & { readonly middleware?: readonly Middleware[] | undefined }

/**
 * A client of the webhook service: one method per operation, e.g. `client.endpoint.create(appId, {url})`.
 * Path parameters come first, then the body, then the options with the query and, on POST, the
 * idempotency key. Instants in answers are `Date`s.
 *
 * Methods reject with `RequiredError` or `FormatError` before anything is sent, with `ApiException`
 * when the service refuses, with `SerializerError` when it answers something else than JSON, and with
 * the error of `fetch` when it can not be reached three times.
 *
 * @param token an organisation's key or the token of an application's portal
 * @throws when the options name neither a server nor a domain
 */
export function createClient(token: string, options: ClientOptions): Client {
  const server = serverFor(token, options)
  const outside: Outside = {
    fetch: options.fetch ?? world.fetch,
    wait: options.wait ?? world.wait,
    random: options.random ?? world.random,
  }
  const call = async (info: OperationInfo, operation: string, args: readonly unknown[]) => {
    const { random } = outside
    const request = requestOf({ info, operation, args, server, token, random })
    const response = await send(request, outside, options.middleware ?? [], signalOf(info, args))
    return answerValue(info, response)
  }
  return fromEntries(operations, (group, groupName) =>
    fromEntries(
      group,
      (info, name) =>
        (...args: readonly unknown[]) =>
          call(info, `${groupName}.${name}`, args),
    ),
  )
}

function signalOf(info: OperationInfo, args: readonly unknown[]): CallOptions['signal'] {
  const signal = optionsOf(info, args)('signal')
  return isSignal(signal) ? signal : undefined
}

/** By its shape: a signal of another realm, say of a frame or a test's DOM, is one as well. */
const isSignal = (value: unknown): value is AbortSignal =>
  typeof value === 'object' && value !== null && 'aborted' in value

/**
 * The table's rows turned into functions. What these take and give is said by `Client`, which is
 * derived together with the table.
 */
function fromEntries<T>(
  table: Readonly<Record<string, T>>,
  turn: (row: T, name: string) => unknown,
) {
  const entries: unknown[][] = Object.entries(table).map(([name, row]) => [name, turn(row, name)])
  return Object.fromEntries(entries)
}
