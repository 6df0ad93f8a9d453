import type { Operation } from '@countersign/contracts'
import type { Sites } from './site.rules.ts'

/** Of a request, what tells where it comes from. */
export type Head = {
  readonly method: string
  readonly header: (name: string) => string | undefined
}

const safeMethods: readonly string[] = ['GET', 'HEAD']

/**
 * Why a request is refused as forged by another site, or undefined when it is not.
 *
 * A request that changes something needs `X-User-Agent` (ID-10): no form can set it, and another site's
 * script only after a preflight, which nobody answers. Then the browser's own word counts:
 * `Sec-Fetch-Site`, from browsers without it `Origin`. A client that sends neither is no browser, so
 * nobody can make it carry a cookie that it did not mean to; the header suffices.
 * A read of more than public data is refused to other sites' scripts, images and frames. A person may
 * follow a link to it.
 */
export function forgery(head: Head, operation: Operation, sites: Sites): string | undefined {
  const site = head.header('sec-fetch-site')
  if (safeMethods.includes(head.method)) {
    const navigates = operation.navigation || head.header('sec-fetch-mode') === 'navigate'
    const foreign = site === 'cross-site' || site === 'same-site'
    return foreign && !navigates && operation.access !== 'anyone'
      ? 'This can’t be read from another site'
      : undefined
  }
  if (!operation.navigation && !head.header('x-user-agent')?.trim())
    return 'The X-User-Agent header is missing'
  if (site !== undefined) return site === 'same-origin' ? undefined : otherSite
  const origin = head.header('origin')
  return origin === undefined || sites.some((own) => own.origin === origin) ? undefined : otherSite
}

const otherSite = 'This can’t be done from another site'

/**
 * Whether the person asked to sign out: by their own navigation within this site, or by typing its
 * address. An image, a frame, a prefetch or another site's link is answered with a question instead.
 * Without `Sec-Fetch-Site` the client is no present-day browser, and is believed.
 */
export function meansSignOut({ header }: Pick<Head, 'header'>): boolean {
  const site = header('sec-fetch-site')
  if (site === undefined) return true
  return (
    (site === 'same-origin' || site === 'none') &&
    header('sec-fetch-dest') === 'document' &&
    header('sec-purpose') === undefined
  )
}
