import * as common from '@countersign/contracts'
import { ProductError } from '@countersign/contracts'
import * as identityContract from '@countersign/contracts/identity'
import { identity } from '@countersign/contracts/identity'
import * as siteContract from '@countersign/contracts/site'
import { site } from '@countersign/contracts/site'
import * as trustContract from '@countersign/contracts/trust'
import { trust } from '@countersign/contracts/trust'
import { openapi } from '@countersign/kit/openapi'

/** The OpenAPI document of the product's API. */
export const productDocument = () =>
  openapi(
    {
      title: 'Countersign',
      version: '1.0.0',
      description: 'The API of the compliance and trust-network desk.',
      prefix: '/api',
      security: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-countersign' },
        client: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: '/api/oauth/token', scopes: {} } },
        },
      },
      named: [common, identityContract, siteContract, trustContract],
      errors: {
        400: ProductError,
        401: ProductError,
        403: ProductError,
        404: ProductError,
        409: ProductError,
        413: ProductError,
        422: ProductError,
        429: ProductError,
        501: ProductError,
        502: ProductError,
        503: ProductError,
      },
    },
    [identity, trust, site],
  )
