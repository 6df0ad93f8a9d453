import { HTTPValidationError, HttpErrorOut, ProductError } from '@countersign/contracts'
import { identity } from '@countersign/contracts/identity'
import { site } from '@countersign/contracts/site'
import { trust } from '@countersign/contracts/trust'
import { operationalEvents, webhooks } from '@countersign/contracts/webhooks'
import { openapi } from '@countersign/kit/openapi'

/** The OpenAPI document of the product's API. */
export const productDocument = () =>
  openapi(
    {
      title: 'Countersign',
      version: '1.0.0',
      description: 'The API of the compliance and trust-network desk.',
      prefix: '/api',
      security: { session: { type: 'apiKey', in: 'cookie', name: '__Host-countersign' } },
      errors: {
        400: ProductError,
        401: ProductError,
        403: ProductError,
        404: ProductError,
        409: ProductError,
        413: ProductError,
        422: ProductError,
        429: ProductError,
        503: ProductError,
      },
    },
    [identity, trust, site],
  )

const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  description: 'Of calls with one key the first that succeeds has its effect; its answer is theirs',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
}

/** The OpenAPI document of the webhook service. */
export const webhooksDocument = () =>
  openapi(
    {
      title: 'Countersign webhooks',
      version: '1.0.0',
      description: 'The API of the webhook-delivery service.',
      prefix: '/api/v1',
      security: { bearer: { type: 'http', scheme: 'bearer' } },
      webhooks: operationalEvents,
      headers: ({ method, access }) =>
        method === 'POST' && access !== 'anyone' ? [idempotencyKey] : [],
      errors: {
        400: HttpErrorOut,
        401: HttpErrorOut,
        403: HttpErrorOut,
        404: HttpErrorOut,
        409: HttpErrorOut,
        413: HttpErrorOut,
        422: HTTPValidationError,
        429: HttpErrorOut,
        503: HttpErrorOut,
      },
    },
    [webhooks],
  )
