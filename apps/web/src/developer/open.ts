import { webhooks } from '@countersign/contracts/webhooks'
import { client, type Fetcher } from '@countersign/kit/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, background, operationQuery } from '../api/index.ts'
import { useCompany } from '../session/index.ts'
import type { Portal } from '../webhooks/index.ts'

/** A token is good for ten minutes; a new one is asked for in time. */
const renewAfterMs = 8 * 60_000

/**
 * Calls the webhook service with a token that is still good. Each new one passes the product's gate, so
 * access ends with the session or the role. A token that was ended early is replaced once.
 */
function renewing(first: string, open: () => Promise<{ token: string }>): Fetcher {
  let token = first
  let renewAt = Date.now() + renewAfterMs
  let under: Promise<void> | undefined
  const renew = () => {
    under ??= open()
      .then((opened) => {
        token = opened.token
        renewAt = Date.now() + renewAfterMs
      })
      .finally(() => {
        under = undefined
      })
    return under
  }
  return async (url, init) => {
    const send = () => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(url, { ...init, headers })
    }
    if (Date.now() >= renewAt) await renew()
    const used = token
    const answer = await send()
    if (answer.status !== 401) return answer
    if (token === used) await renew()
    return send()
  }
}

/** Opens the portal. The token lives in this page's memory and opens this one application. */
const portalQuery = (did: string | null) => {
  const { queryKey } = operationQuery(api.webhookApp.open, { did: did ?? '' })
  return queryOptions({
    queryKey: [...queryKey, 'portal'],
    queryFn: async ({ signal }): Promise<Portal & { readonly planLimit: number | null }> => {
      const path = { did: did ?? '' }
      const { serverUrl, appId, token, planLimit } = await api.webhookApp.open(path, { signal })
      // A renewal is no sign of a person: the screens here poll, and an idle session has to end.
      const fetcher = renewing(token, () => api.webhookApp.open(path, { headers: background }))
      return {
        appId,
        serverUrl,
        planLimit,
        service: client(webhooks, { base: `${serverUrl}/api/v1`, fetcher }),
      }
    },
    enabled: did !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 3_600_000,
    refetchOnWindowFocus: false,
  })
}

/** The active company's application at the webhook service. */
export const usePortal = () => useQuery(portalQuery(useCompany()))
