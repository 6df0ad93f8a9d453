import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors, type InteractionResults, Provider } from 'oidc-provider'
import { configurationOf, type IdpOptions, type IdpUser } from './config.ts'
import { idpKeys } from './keys.ts'
import { messagePage, signInPage, styleHash } from './pages.ts'

export type { IdpOptions } from './config.ts'

/** A running provider. */
export type EmbeddedIdp = {
  readonly issuer: string
  stop(): Promise<void>
}

/**
 * The identity provider of demo, development and tests: the certified oidc-provider with a sign-in
 * page that lists the demo users. Anyone who reaches it is let in, so it never runs in production.
 */
export async function startIdp(options: IdpOptions): Promise<EmbeddedIdp> {
  if (options.production) throw new Error('The embedded identity provider refuses production')
  const keys = await idpKeys(options.dataDir)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve)
  })
  const issuer = options.issuer ?? addressOf(options.host, server.address())
  const provider = new Provider(issuer, configurationOf(options, keys))
  provider.proxy = options.issuer !== undefined
  provider.on('server_error', (_context, error) => {
    options.log.warn({ event: 'embedded_idp_failure', err: error })
  })
  const answer = provider.callback()
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    // Empty means none. The library adds the hash of its one form that submits itself.
    'script-src',
    // Chrome holds a form's redirects to this, too, and ours lead back to the product.
    `form-action 'self' ${options.origins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  server.on('request', (request, response) => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'no-referrer')
    if (!request.url?.startsWith('/sign-in/')) return void answer(request, response)
    signIn(provider, options, request, response).catch((error: unknown) => {
      // A bookmarked or stale page is nobody's mistake.
      if (!(error instanceof errors.SessionNotFound))
        options.log.warn({ event: 'embedded_idp_failure', err: error })
      html(response, 400, messagePage('This sign-in has expired', 'Go back and sign in again.'))
    })
  })
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Where this machine's browser finds the provider; "all addresses" is none that one could open. */
function addressOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' ? address?.port : undefined
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function signIn(
  provider: Provider,
  { users, password }: IdpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response)
  const path = `/sign-in/${uid}`
  const finish = (result: InteractionResults) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  if (request.url === `${path}/cancel`)
    return finish({ error: 'access_denied', error_description: 'The person refused to sign in' })
  const offered = users.map((user) => ({ ...user, about: user.about ?? rolesIn(user) }))
  if (request.method !== 'POST') return html(response, 200, signInPage(path, offered))
  const form = new URLSearchParams(await bodyOf(request))
  const email = form.get('email') ?? ''
  const user = form.has('user')
    ? users.find(({ subject }) => subject === form.get('user'))
    : users.find(
        (one) =>
          one.email.toLowerCase() === email.trim().toLowerCase() &&
          form.get('password') === password,
      )
  if (!user) return html(response, 400, signInPage(path, offered, { email }))
  return finish({ login: { accountId: user.subject } })
}

const rolesIn = ({ roles }: IdpUser) =>
  roles.map(({ vaspDID, role }) => (vaspDID ? `${role} of ${vaspDID}` : role)).join(', ') ||
  'No company yet'

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > 8192) throw new Error('The form is too large')
  }
  return text
}

function html(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(text)
}
