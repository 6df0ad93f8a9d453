import type { FastifyInstance, HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'

/** How paths are matched; the server's router and this one must agree. */
export const routing = { ignoreTrailingSlash: true, maxParamLength: 16_384 } as const

/**
 * Notes the routes of a server, and tells which methods a path has. Routes that take every path, such as
 * the one of the dashboard's page, say nothing about a path.
 */
export function methodsOf(app: FastifyInstance): (path: string) => string[] {
  const methods = new Map<HTTPMethods, ReturnType<typeof findMyWay>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '/*') return
    for (const one of [method].flat()) {
      const router = methods.get(one) ?? findMyWay(routing)
      methods.set(one, router)
      // All routes of one method are told apart here, so any name does.
      if (!router.hasRoute('GET', url)) router.on('GET', url, () => undefined)
    }
  })
  return (path) =>
    [...methods]
      .filter(([, router]) => router.find('GET', path))
      .map(([method]) => method)
      .toSorted()
}
