import { createHash } from 'node:crypto'
import type { Logger } from '@countersign/kit/log'
import type { FastifyInstance } from 'fastify'

/** Hosts that a page may use, by the kind of use. */
export type Sources = {
  readonly [Kind in
    | 'connect'
    | 'font'
    | 'frame'
    | 'img'
    | 'media'
    | 'script'
    | 'style'
    | 'worker']?: readonly string[]
}

/** Where browsers report what the policy stopped. */
export const violationsPath = '/api/csp-reports'

/** Nothing but our own files, the page's own inline scripts by their hashes, and what is configured. */
export function contentSecurityPolicy(page: string, sources: readonly Sources[]): string {
  const hashes = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const allowed = (kind: keyof Sources, ...own: string[]): string[] => {
    const hosts = [...new Set([...own, ...sources.flatMap((source) => source[kind] ?? [])])]
    return hosts.length === 0 ? [] : [`${kind}-src ${hosts.join(' ')}`]
  }
  const runsForeignCode = sources.some(({ script, worker }) => script || worker)
  return [
    "default-src 'none'",
    ...allowed('script', "'self'", ...hashes),
    ...allowed('style', "'self'"),
    ...allowed('img', "'self'", 'data:', 'blob:'),
    ...allowed('font', "'self'"),
    ...allowed('connect', "'self'"),
    // Documents that the page fetched itself, shown by the browser's own reader.
    ...allowed('frame', 'blob:'),
    ...allowed('media'),
    // The CSV of a list is written in a worker of our own.
    ...allowed('worker', "'self'"),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // No text becomes code or markup. The scripts of chats and recorders make markup from text.
    ...(runsForeignCode ? [] : ["require-trusted-types-for 'script'", 'trusted-types countersign']),
    'report-to csp',
  ].join('; ')
}

type Report = { readonly type?: unknown; readonly body?: Record<string, unknown> | null }

/**
 * Takes the reports of browsers: which rule stopped what, in the log. Addresses are shortened to their
 * origin, for paths name companies and people.
 */
export function takeViolations(app: FastifyInstance, log: Logger): void {
  app.post(violationsPath, (request, reply) => {
    const reports = Array.isArray(request.body) ? request.body.slice(0, 20) : []
    for (const report of reports as (Report | null)[]) {
      if (report?.type !== 'csp-violation') continue
      const { effectiveDirective, blockedURL } = report.body ?? {}
      log.warn({
        event: 'csp_violation',
        directive: /^[a-z-]{1,40}$/.exec(String(effectiveDirective))?.[0] ?? 'unknown',
        blocked: originOf(String(blockedURL)),
      })
    }
    return reply.code(204).send()
  })
}

/** The origin of an address, or the word that stands for none, such as `inline` or `eval`. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked
  return URL.canParse(blocked) ? new URL(blocked).origin : 'unknown'
}
