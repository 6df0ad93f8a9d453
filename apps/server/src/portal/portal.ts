import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { withIntegrity } from './integrity.ts'

const built = fileURLToPath(new URL('../../../web/dist-portal/', import.meta.url))

/** The portal has its own files and its own API, and nothing else. */
const policy = (frames: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors ${["'self'", ...frames].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/**
 * Serves the webhook portal under `/portal`: one page for every path, which signs in with what stands in
 * the address's fragment, and so without cookies. Without its build, the page is a 501 that says so.
 * @param frames origins whose pages may show the portal in a frame
 * @param dist where the built portal is, with a slash at the end
 */
export function servePortal(
  app: FastifyInstance,
  { frames, dist = built }: { readonly frames: readonly string[]; readonly dist?: string },
): void {
  if (!existsSync(`${dist}portal.html`)) {
    for (const path of ['/portal', '/portal/*'])
      app.get(path, (_request, reply) =>
        reply.code(501).type('text/plain').send('The portal isn’t built. Run: npm run build\n'),
      )
    return
  }
  const page = withIntegrity(readFileSync(`${dist}portal.html`, 'utf8'), '/portal/', dist)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(frames),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    // A page that isolates itself can frame this one.
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), clipboard-write=(self)',
  }
  app.register(fastifyStatic, {
    root: `${dist}assets/`,
    prefix: '/portal/assets/',
    decorateReply: false,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  for (const path of ['/portal', '/portal/*'])
    app.get(path, (request, reply) => {
      if (request.url.startsWith('/portal/assets/')) return reply.callNotFound()
      return reply.headers(headers).send(page)
    })
}
