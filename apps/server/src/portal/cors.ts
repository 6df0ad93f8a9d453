import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Any page may call this API with a token that it holds. Cookies are never part of it, so a foreign
 * page gains nothing that its token does not give.
 * @returns whether this was a browser's question, which is answered then
 */
export function allowBrowsers(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-request-id, retry-after',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.method !== 'OPTIONS') return false
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        request.headers['access-control-request-headers'] ?? 'authorization, content-type',
      'access-control-max-age': '600',
    })
    .send()
  return true
}
