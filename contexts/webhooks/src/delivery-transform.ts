import { maxPayloadBytes } from '@countersign/contracts/webhooks'
import { failedOutcome, type Outcome } from '@countersign/kit/send'
import type { Job } from './delivery-job.ts'
import type { Endpoint } from './endpoint-table.ts'
import type { Sandbox } from './sandbox.ts'

/** What is sent in an attempt, before it is signed. */
export type DeliveryRequest = {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly body: string
}

/** A request, or what counts as the outcome where there is none. */
export type Transformed =
  | { readonly request: DeliveryRequest }
  | { readonly outcome: Outcome; readonly canceled: boolean }

/** The request of an endpoint without transformation. */
export const plainRequest = (job: Job, { url }: Endpoint): DeliveryRequest => ({
  ...{ method: 'POST', url, body: job.payload },
})

/** Runs the endpoint's code on the message as it was accepted. Never rejects. */
export async function transform(
  sandbox: Pick<Sandbox, 'run'>,
  { appId, eventType, payload }: Job,
  { url }: Endpoint,
  code: string,
): Promise<Transformed> {
  const from = performance.now()
  const webhook = { url, eventType, payload, maxBytes: maxPayloadBytes }
  const result = await sandbox.run(appId, { code, webhook })
  const durationMs = performance.now() - from
  if (!result.ok) {
    const outcome = failedOutcome('request_failed', durationMs, result.error)
    return { outcome, canceled: false }
  }
  if (result.cancel) return { outcome: canceled(durationMs), canceled: true }
  return { request: { method: result.method, url: result.url, body: result.payload } }
}

const canceled = (durationMs: number): Outcome => ({
  ...{ status: 0, truncated: false, headers: {}, durationMs, error: null },
  body: Buffer.from('canceled'),
})
