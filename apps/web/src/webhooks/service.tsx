import type { Capability, webhooks } from '@countersign/contracts/webhooks'
import type { Call, Client } from '@countersign/kit/client'
import { createContext, use } from 'react'
import { useOperation } from '../query/index.ts'

/** The company’s application at the webhook service, and a client that may work on it alone. */
export interface Portal {
  readonly appId: string
  /** Where the service is, for programs: `https://webhooks.example`. */
  readonly serverUrl: string
  readonly service: Client<typeof webhooks>
}

/** What a shell gives the webhook screens to work with. */
export interface Service {
  /** Undefined until it is open. */
  readonly portal: Portal | undefined
  /** Why it couldn’t be opened. */
  readonly error: Error | null
  readonly retry: () => void
  /** Whether the viewer may do what needs this, or every capability; the service enforces it. */
  readonly can: (capability: Capability | 'all') => boolean
  /** Why there can’t be one more endpoint, where so many are there; undefined: there can. */
  readonly endpointRefusal?: ((has: number) => string | undefined) | undefined
  /** A receiver that verifies with a secret of its own, where the deployment has one to try. */
  readonly demo?: { readonly url: string; readonly secret: string } | undefined
}

const ServiceContext = createContext<Service | null>(null)

/** Gives the screens below it the webhook service. */
export const ServiceProvider = ServiceContext

/** The webhook service that the shell has opened, or is opening. */
export function useService(): Service {
  const service = use(ServiceContext)
  if (!service) throw new Error('The webhook screens stand in no shell')
  return service
}

/** The open application, for what is done at a click. */
export function useOpen(): () => Portal {
  const { portal } = useService()
  return () => {
    if (!portal) throw new Error('The webhook service isn’t available yet')
    return portal
  }
}

/** Nothing is read before the portal is open. */
const closed = Object.assign(() => Promise.reject(new Error('The portal isn’t open')), {
  operation: 'closed',
  access: 'portal' as const,
})

/**
 * Reads from the webhook service; waits until it is open.
 * @param pick the operation
 * @param input its input, but for the application’s id, which operations without one ignore
 */
export function useServiceOperation<I, R>(
  pick: (service: Portal['service']) => Call<I, R>,
  input: Omit<NoInfer<I>, 'app_id'>,
  options: { polls?: number; enabled?: boolean } = {},
) {
  const { portal, error, retry } = useService()
  const call: Call<I, R> = portal ? pick(portal.service) : closed
  const result = useOperation<I, R>(call, { ...input, app_id: portal?.appId ?? '' } as I, {
    ...options,
    enabled: portal !== undefined && options.enabled !== false,
  })
  return {
    data: result.data,
    error: error ?? result.error,
    retry: () => (error ? retry() : void result.refetch()),
  }
}
