import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { integrityOf, withIntegrity } from '../portal/index.ts'
import { contentSecurityPolicy, type Sources, violationsPath } from './page-policy.ts'

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/**
 * Serves the built dashboard: files under `/assets` for ever, and its one page for every other path
 * that a browser opens. Unknown paths that are not opened as a page are a JSON 404.
 * @param sources what the page may reach besides our own files, e.g. the webhook service
 * @param dist where the built dashboard is, with a slash at the end
 */
export function serveWeb(app: FastifyInstance, sources: readonly Sources[], dist = built): void {
  if (!existsSync(`${dist}index.html`))
    throw new Error('The dashboard isn’t built. Run: npm run build')
  const integrity = (file: string) => integrityOf(dist + file)
  const page = withIntegrity(readFileSync(`${dist}index.html`, 'utf8'), '/', dist)
  const policy = contentSecurityPolicy(page, sources)
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  const links = entranceLinks(manifest, integrity)
  app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // The page goes out with its headers, below; the manifest is for us.
    globIgnore: ['index.html*', '.vite/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forEver = path.includes('/assets/')
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    if (!opensPage(path, request.headers.accept)) return reply.callNotFound()
    const link = links.get(path)
    if (link) reply.header('link', link)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('reporting-endpoints', `csp="${violationsPath}"`)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
      .send(page)
  })
}

/**
 * Whether a request opens the page: one that asks for a page, or takes anything and names no file. A
 * missing script must not be answered with a page.
 */
function opensPage(path: string, accept = '*/*'): boolean {
  if (/^\/(api|assets)(\/|$)/.test(path)) return false
  if (/text\/html/i.test(accept)) return true
  return /(text|\*)\/\*/.test(accept) && !/\.(?!html$)\w+$/i.test(path)
}

/** Where visits begin, and the screen there. */
const entrances = {
  '/auth': 'src/session/sign-in.tsx',
  '/dashboard': 'src/action/home.tsx',
  '/network/search': 'src/directory/directory.tsx',
}

type Manifest = Readonly<Record<string, { file: string; imports?: readonly string[] }>>

/** The code of an entrance's screen comes behind the shell's, without waiting until that runs. */
function entranceLinks(
  manifest: Manifest,
  integrity: (file: string) => string,
): ReadonlyMap<string, string> {
  // Parts may need each other, so each is followed once.
  const needs = (name: string, seen = new Set<string>()): string[] => {
    if (seen.has(name)) return []
    seen.add(name)
    return [name, ...(manifest[name]?.imports ?? []).flatMap((part) => needs(part, seen))]
  }
  return new Map(
    Object.entries(entrances).map(([path, screen]) => {
      const files = ['index.html', screen]
        .flatMap((name) => needs(name))
        .flatMap((name) => manifest[name]?.file ?? [])
      const links = [...new Set(files)].map(
        (file) => `</${file}>; rel=modulepreload; crossorigin; integrity="${integrity(file)}"`,
      )
      return [path, links.join(', ')]
    }),
  )
}
