/** Cookies of analytics and of monitoring; the names are the vendors'. */
const analytic = /^(ajs_|analytics_session_id|_ga|_gid|_gat|_dd_s|_hj|mp_)/

/**
 * What to write to `document.cookie` so that no analytics cookie is left. A cookie says neither its
 * domain nor its path, so each is deleted on the host and on every parent domain.
 */
export function cookieDeletions(cookies: string, host: string): string[] {
  const labels = host.split('.')
  const domains = labels.slice(0, -1).map((_, at) => `; domain=${labels.slice(at).join('.')}`)
  return cookies
    .split('; ')
    .map((pair) => pair.split('=')[0] ?? '')
    .filter((name) => analytic.test(name))
    .flatMap((name) => ['', ...domains].map((domain) => `${name}=; path=/; max-age=0${domain}`))
}
