import type { FastifyInstance } from 'fastify'

/**
 * Any page may call this API with a token that it holds. Cookies are never part of it, so a foreign
 * page gains nothing that its token does not give.
 */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-request-id, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          request.headers['access-control-request-headers'] ?? 'authorization, content-type',
        'access-control-max-age': '600',
      })
      .send()
  })
}
