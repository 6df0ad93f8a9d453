import * as common from '@countersign/contracts'
import { HTTPValidationError, HttpErrorOut } from '@countersign/contracts'
import { webhookRequests } from '@countersign/contracts/examples'
import * as contract from '@countersign/contracts/webhooks'
import { operationalEvents, webhooks } from '@countersign/contracts/webhooks'
import { type OpenapiDocument, openapi } from '@countersign/kit/openapi'

const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  description: 'Of calls with one key the first that succeeds has its effect; its answer is theirs',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
}

let made: OpenapiDocument | undefined

/** The OpenAPI document of the webhook service. */
export const webhooksDocument = (): OpenapiDocument => {
  made ??= openapi(
    {
      title: 'Countersign webhooks',
      version: '1.0.0',
      description: 'The API of the webhook-delivery service.',
      prefix: '/api/v1',
      security: { bearer: { type: 'http', scheme: 'bearer' } },
      examples: webhookRequests,
      named: [common, contract],
      webhooks: operationalEvents,
      headers: ({ method, access }) =>
        method === 'POST' && access !== 'anyone' ? [idempotencyKey] : [],
      errors: {
        400: HttpErrorOut,
        401: HttpErrorOut,
        403: HttpErrorOut,
        404: HttpErrorOut,
        408: HttpErrorOut,
        409: HttpErrorOut,
        413: HttpErrorOut,
        415: HttpErrorOut,
        422: HTTPValidationError,
        429: HttpErrorOut,
        431: HttpErrorOut,
        503: HttpErrorOut,
      },
    },
    [webhooks],
  )
  return made
}
