import { maxPayloadBytes } from '@countersign/contracts/webhooks'
import { URL_REASONS } from '@countersign/kit/egress-address'
import { failedOutcome, type Outcome } from '@countersign/kit/send'
import { withoutLogin } from '../endpoint-login.ts'
import type { Sandbox } from '../sandbox/index.ts'
import type { Job } from './delivery-job.ts'
import type { Endpoint } from './endpoint-table.ts'

/** What is sent in an attempt, before it is signed. */
export type DeliveryRequest = {
  readonly method: 'POST' | 'PUT'
  /** Without user and password. */
  readonly url: string
  readonly body: string
  readonly authorization: string | null
}

/** A request, or what counts as the outcome where there is none. */
export type Transformed =
  | { readonly request: DeliveryRequest }
  | { readonly outcome: Outcome; readonly canceled: boolean; readonly url?: string }

/** The request of an endpoint without transformation. */
export const plainRequest = (job: Job, { url, authorization }: Endpoint): DeliveryRequest => ({
  method: 'POST',
  url,
  body: job.payload,
  authorization,
})

/** Runs the endpoint's code on the message as it was accepted. Never rejects. */
export async function transform(
  sandbox: Pick<Sandbox, 'run'>,
  { appId, eventType, payload }: Job,
  endpoint: Endpoint,
  code: string,
): Promise<Transformed> {
  const from = performance.now()
  const { url: to, variables } = endpoint
  const webhook = { url: to, eventType, payload, variables, maxBytes: maxPayloadBytes }
  const result = await sandbox.run(appId, { code, webhook })
  const durationMs = performance.now() - from
  if (!result.ok) {
    const outcome = failedOutcome('request_failed', durationMs, result.error)
    return { outcome, canceled: false }
  }
  if (result.cancel) return { outcome: canceled(durationMs), canceled: true }
  const { url, authorization } = withoutLogin(result.url)
  if (endpoint.httpsOnly && url !== endpoint.url && new URL(url).protocol !== 'https:') {
    const reason = `error making request: ${URL_REASONS.url_https_only}`
    return { outcome: failedOutcome('blocked_url', durationMs, reason), canceled: false, url }
  }
  // The endpoint's password is for its own host alone.
  const own = new URL(url).origin === new URL(endpoint.url).origin ? endpoint.authorization : null
  const { method, payload: body } = result
  return { request: { method, url, body, authorization: authorization ?? own } }
}

const canceled = (durationMs: number): Outcome => ({
  status: 0,
  truncated: false,
  headers: {},
  durationMs,
  error: null,
  body: Buffer.from('canceled'),
})
