import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** How the fake provider answers; set what a test is about, the rest is as it should be. */
export type Manners = {
  /** Claims of the ID token, instead of or beside the usual ones; undefined leaves one out. */
  claims: Record<string, unknown>
  /** Claims of the userinfo answer; undefined = the provider has none. */
  userinfo: Record<string, unknown> | undefined
  /** What becomes of the finished token. */
  tamper: (token: string, payload: JWTPayload) => string | Promise<string>
  /** Answers the authorization with this error. */
  refuse: string | undefined
  tokenStatus: number
  hasEndSession: boolean
  /** Milliseconds before any answer. */
  delay: number
}

const wellBehaved = (): Manners => ({
  claims: {},
  userinfo: undefined,
  tamper: (token) => token,
  refuse: undefined,
  tokenStatus: 200,
  hasEndSession: true,
  delay: 0,
})

/**
 * A provider that checks all it gets and answers as badly as a test wants. The user is there at once:
 * the authorization redirects back without a page.
 */
export async function fakeProvider(client: { clientId: string; clientSecret: string }) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, URLSearchParams>()
  const manners = wellBehaved()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    ...(manners.hasEndSession && { end_session_endpoint: `${issuer}/end` }),
    ...(manners.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
  })

  const token = async (request: IncomingMessage) => {
    if (manners.tokenStatus !== 200) return { status: manners.tokenStatus, body: {} }
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const form = new URLSearchParams(text)
    const asked = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const [kind, basic = ''] = request.headers.authorization?.split(' ') ?? []
    const shown = new URLSearchParams(
      `shown=${Buffer.from(basic, 'base64').toString().replace(':', '&shown=')}`,
    ).getAll('shown')
    if (kind !== 'Basic' || shown.join(':') !== `${client.clientId}:${client.clientSecret}`)
      return { status: 401, body: { error: 'invalid_client' } }
    if (
      !asked ||
      asked.get('code_challenge') !== challenge ||
      asked.get('redirect_uri') !== form.get('redirect_uri')
    )
      return { status: 400, body: { error: 'invalid_grant' } }
    const now = Math.floor(Date.now() / 1000)
    const payload: JWTPayload = {
      iss: issuer,
      aud: client.clientId,
      sub: 'ada',
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 300,
      email: 'ada@acme.example',
      email_verified: true,
      name: 'Ada',
      ...manners.claims,
    }
    const signed = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey)
    const body = {
      access_token: 'access',
      token_type: 'Bearer',
      id_token: await manners.tamper(signed, payload),
    }
    return { status: 200, body }
  }

  const authorize = (asked: URLSearchParams) => {
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    if (manners.refuse) back.searchParams.set('error', manners.refuse)
    else {
      const code = randomBytes(16).toString('hex')
      codes.set(code, asked)
      back.searchParams.set('code', code)
    }
    return back.href
  }

  server.on('request', async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, manners.delay))
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname === '/authorize')
      return response.writeHead(302, { location: authorize(searchParams) }).end()
    const { status, body } =
      pathname === '/token'
        ? await token(request)
        : pathname === '/jwks'
          ? { status: 200, body: { keys: [jwk] } }
          : pathname === '/userinfo'
            ? { status: 200, body: manners.userinfo }
            : { status: 200, body: metadata() }
    return response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
  })
  return {
    issuer,
    manners,
    /** Back to good manners. */
    reset: () => Object.assign(manners, wellBehaved()),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
