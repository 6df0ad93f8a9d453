/** Where the service is: a server, or the domain below which the regional hosts are. */
export type ServerOptions =
  | { readonly serverUrl: string; readonly domain?: string | undefined }
  | { readonly serverUrl?: undefined; readonly domain: string }

/** Regions that a token can name. */
const regions = ['eu', 'us', 'in']

/** The two regional hosts of a domain, the European first. */
export const servers = (domain: string): readonly [eu: string, us: string] => [
  `https://api.eu.${domain}`,
  `https://api.us.${domain}`,
]

/**
 * The server for a token, without a slash at its end. A given server wins; else the part after the
 * token's first dot names the region (`sk_….eu`); any other token, also a JWT, means `api.<domain>`.
 * @throws when neither a server nor a domain is given
 */
export function serverFor(token: string, { serverUrl, domain }: ServerOptions): string {
  if (serverUrl) return serverUrl.replace(/\/+$/, '')
  if (!domain) throw new Error('Give the serverUrl of the webhook service, or its domain.')
  const region = regions.find((one) => one === token.split('.')[1])
  return region ? `https://api.${region}.${domain}` : `https://api.${domain}`
}
