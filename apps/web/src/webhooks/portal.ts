import { webhooks } from '@countersign/contracts/webhooks'
import { type Client, client } from '@countersign/kit/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useCompany } from '../session.ts'

/** The company's application at the webhook service, and a client that may work on it alone. */
export type Portal = { readonly appId: string; readonly service: Client<typeof webhooks> }

/** What the webhook screens need in the active company. */
export const portalPermission = 'integrations.manageApiCredentials'

/** Opens the portal. The token lives in this page's memory and opens this one application. */
const portalQuery = (did: string | null) =>
  queryOptions({
    queryKey: ['webhookApp.open', did],
    queryFn: async ({ signal }): Promise<Portal> => {
      const { serverUrl, appId, token } = await api.webhookApp.open({ did: did ?? '' }, { signal })
      const service = client(webhooks, {
        base: `${serverUrl}/api/v1`,
        headers: { authorization: `Bearer ${token}` },
      })
      return { appId, service }
    },
    enabled: did !== null,
    staleTime: 3_600_000,
    gcTime: 3_600_000,
    refetchOnWindowFocus: false,
  })

/** The portal of the active company. */
export const usePortal = () => useQuery(portalQuery(useCompany()))

/** Reads from the webhook service as the active company; waits until the portal is open. */
export function usePortalQuery<T>(
  name: string,
  input: unknown,
  read: (portal: Portal, signal: AbortSignal) => Promise<T>,
  refetchInterval?: number,
) {
  const portal = usePortal()
  const result = useQuery({
    queryKey: [name, portal.data?.appId, input],
    queryFn: ({ signal }) => {
      if (!portal.data) throw new Error('The portal is not open')
      return read(portal.data, signal)
    },
    enabled: portal.data !== undefined,
    ...(refetchInterval && { refetchInterval }),
  })
  return {
    data: result.data,
    error: portal.error ?? result.error,
    retry: () => void (portal.error ? portal.refetch() : result.refetch()),
  }
}
