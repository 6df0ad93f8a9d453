import * as common from '@countersign/contracts'
import { Did, type Operation, ProductError, permissionsOf } from '@countersign/contracts'
import { events } from '@countersign/contracts/events'
import { productExamples } from '@countersign/contracts/examples'
import { contexts, product } from '@countersign/contracts/product'
import { type OpenapiDocument, openapi } from '@countersign/kit/openapi'

/** What the contracts export, with the schemas that get a name in the document. */
const modules: object[] = await Promise.all(
  [...Object.keys(contexts), 'site'].map((name) => import(`@countersign/contracts/${name}`)),
)

/** Whether the role of machine clients has what an operation asks for. */
export const takesMachines = ({ access }: Operation): boolean =>
  typeof access === 'object' && permissionsOf.client.has(access.permission)

/** A browser must prove that it asks for a page of ours (see the gate of `identity`). */
export const needsUserAgent = ({ method, navigation, form }: Operation): boolean =>
  method !== 'GET' && !navigation && !form

/** Machine clients may leave it out, or empty, wherever they may call. */
function userAgent(operation: Operation) {
  const isNeeded = !takesMachines(operation) && operation.access !== 'anyone'
  return {
    name: 'X-User-Agent',
    in: 'header',
    ...(isNeeded && { required: true }),
    description: 'Names the calling program; needed of all but machine clients with a token',
    schema: { type: 'string', ...(isNeeded && { minLength: 1, pattern: '\\S' }) },
  }
}

let made: OpenapiDocument | undefined

/** The OpenAPI document of the product's API. */
export const productDocument = (): OpenapiDocument => {
  made ??= openapi(
    {
      title: 'Countersign',
      version: '1.0.0',
      description: 'The API of the compliance and trust-network desk.',
      prefix: '/api',
      security: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-countersign',
          description: 'Named `countersign` where the product is reached over http.',
        },
        client: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: '/api/oauth/token', scopes: {} } },
        },
      },
      webhooks: Object.fromEntries(events.map(({ name, wire }) => [name, wire])),
      accepts: (operation, scheme) => scheme !== 'client' || takesMachines(operation),
      headers: (operation) => (needsUserAgent(operation) ? [userAgent(operation)] : []),
      pathParameter: (name) => (/(^did|Did|DID)$/.test(name) ? Did : undefined),
      examples: productExamples,
      named: [common, ...modules],
      errors: {
        400: ProductError,
        401: ProductError,
        403: ProductError,
        404: ProductError,
        408: ProductError,
        409: ProductError,
        413: ProductError,
        415: ProductError,
        422: ProductError,
        429: ProductError,
        431: ProductError,
        501: ProductError,
        502: ProductError,
        503: ProductError,
      },
    },
    [product],
  )
  return made
}
