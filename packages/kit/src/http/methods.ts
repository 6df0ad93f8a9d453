import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { type Failure, fail } from './errors.ts'

/** How paths are matched; the server's router and this one must agree. */
export const routing = { ignoreTrailingSlash: true, maxParamLength: 16_384 } as const

/**
 * Notes the routes of a server, and tells when a request must be refused for its path or its method. An
 * address belongs to the most precise path alone, as in OpenAPI: what `/things/first` does not do,
 * `/things/{id}` does not do in its place. Routes that take every path, such as the one of the
 * dashboard's page, say nothing about a path.
 */
export function methodsOf(
  app: FastifyInstance,
  explain?: (url: string) => Failure | undefined,
): (request: FastifyRequest) => void {
  const paths = findMyWay(routing)
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '/*') return
    const known = methods.get(url) ?? new Set()
    methods.set(url, known)
    for (const one of [method].flat()) known.add(one)
    // All methods of a path are told apart here, so any name does.
    if (!paths.hasRoute('GET', url)) paths.on('GET', url, () => undefined, known)
  })
  return (request) => {
    const found = paths.find('GET', request.url.replace(/\?.*/s, ''))?.store
    const known: readonly string[] = found instanceof Set ? [...found] : []
    if (known.includes(request.method)) return
    if (known.length === 0 && !request.is404) return
    if (known.length === 0) throw explain?.(request.url) ?? fail('not_found', 'No such route')
    const allow = known.toSorted().join(', ')
    throw fail('method_not_allowed', 'Method not supported for this path', { allow })
  }
}
