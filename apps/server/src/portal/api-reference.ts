import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const assets = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist')))

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reader sets styles on its own elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <main id="reference"></main>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const start = (document: string) => `SwaggerUIBundle({
  url: ${JSON.stringify(document)},
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  persistAuthorization: false,
})
`

/**
 * The API's reference at `/docs`: Swagger UI over the service's own OpenAPI document, from files of
 * ours alone. A token that a reader enters stays in the page.
 * @param document where the OpenAPI document is, e.g. `/api/v1/openapi.json`
 */
export function serveReference(app: FastifyInstance, title: string, document: string): void {
  app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    decorateReply: false,
    wildcard: false,
    globIgnore: ['**/*.map', '**/*.html', '**/index.*', '**/*.json', '**/*.md', '**/*es-bundle*'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=86400')
    },
  })
  app.get('/docs', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page(title)),
  )
  app.get('/docs/start.js', (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(start(document)),
  )
}
