import { createHmac } from 'node:crypto'

/** A deployer's Metabase, and which of its dashboards companies may see. */
export type Metabase = {
  /** Without a slash at the end. */
  readonly siteUrl: string
  /** Its embedding secret, 32 characters or more. */
  readonly secret: string
  readonly dashboards: Readonly<Record<string, Dashboard>>
}

/** One dashboard: its number there, and the names of its parameters. */
export type Dashboard = {
  readonly id: number
  /** The parameter that keeps it to one company. Metabase must have it locked. */
  readonly company: string
  /** Parameters that the reader may set. */
  readonly open: readonly string[]
}

/** What one address is for. */
export type Embed = {
  readonly company: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly theme: 'light' | 'dark'
  /** Unix seconds. */
  readonly from: number
  readonly until: number
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The address of a dashboard for an iframe. Its token, a JWT by HS256, names one company: an empty list would lift
 * Metabase's lock, so there is never one.
 */
export function embedUrl(
  { siteUrl, secret }: Metabase,
  dashboard: Dashboard,
  embed: Embed,
): string {
  const { company, params, theme, from, until } = embed
  if (company === '') throw new Error('A dashboard is locked to a company')
  const opened = Object.entries(params).filter(([name]) => dashboard.open.includes(name))
  const claims = {
    resource: { dashboard: dashboard.id },
    params: { ...Object.fromEntries(opened), [dashboard.company]: [company] },
    iat: from,
    exp: until,
  }
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64url')
  return `${siteUrl}/embed/dashboard/${signed}.${signature}#bordered=false&titled=false&theme=${theme}`
}
