import type { FastifyInstance } from 'fastify'
import { injected } from './testing.ts'

type Cookie = { readonly host: string; readonly path: string; readonly pair: string }

/** What a browser does of itself, as far as signing in is concerned: cookies, redirects, Fetch-Metadata. */
export type TestBrowser = {
  /** One request, as a script of the product's page makes it; redirects are not followed. */
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** A navigation, through all redirects. The last answer, and every address on the way. */
  visit(url: string, init?: RequestInit): Promise<{ response: Response; trail: string[] }>
  /** The first answer of a navigation alone. */
  step(url: string, init?: RequestInit, site?: string): Promise<Response>
  /** The cookies as a header for this address. */
  cookies(url: string): string
}

/**
 * @param servers origin to a server in this process, e.g. `{'http://localhost:3000': app}`;
 * what is not listed goes over the network
 */
export function testBrowser(servers: Readonly<Record<string, FastifyInstance>>): TestBrowser {
  const jar = new Map<string, Cookie>()
  const cookies = (url: string) => {
    const { hostname, pathname } = new URL(url)
    return [...jar.values()]
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join('; ')
  }
  const request = async (url: string, init: RequestInit, facts: Record<string, string>) => {
    const { origin } = new URL(url)
    const headers = new Headers({ ...facts, ...Object.fromEntries(new Headers(init.headers)) })
    const held = cookies(url)
    if (held && !headers.has('cookie')) headers.set('cookie', held)
    const app = servers[origin]
    const response = await (app ? injected(app) : fetch)(url, {
      ...init,
      headers,
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) keep(jar, new URL(url), line)
    return response
  }
  const step: TestBrowser['step'] = (url, init = {}, site = 'none') =>
    request(url, init, {
      accept: 'text/html',
      'sec-fetch-site': site,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    })
  return {
    cookies,
    step,
    fetch: (url, init = {}) =>
      request(url, init, {
        accept: 'application/json',
        'x-user-agent': 'countersign-dashboard/1',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
      }),
    visit: async (url, init = {}) => {
      const trail = [url]
      let site = 'none'
      let response = await step(url, init, site)
      for (let hops = 0; response.status >= 300 && response.status < 400; hops++) {
        if (hops > 20) throw new Error(`Too many redirects: ${trail.join(' → ')}`)
        const before = trail.at(-1) ?? url
        const next = new URL(response.headers.get('location') ?? '', before)
        // Once another site stood on the way, the browser calls the whole chain cross-site.
        if (next.origin !== new URL(before).origin) site = 'cross-site'
        trail.push(next.href)
        response = await step(next.href, {}, site)
      }
      return { response, trail }
    },
  }
}

function keep(jar: Map<string, Cookie>, { hostname: host }: URL, line: string): void {
  const [pair = '', ...attributes] = line.split(/; */)
  const attribute = (name: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const path = attribute('path') ?? '/'
  const key = `${host} ${path} ${pair.split('=')[0]}`
  const expires = attribute('expires')
  const isOver =
    attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
  if (isOver) jar.delete(key)
  else jar.set(key, { host, path, pair })
}
