import * as oidc from 'openid-client'
import type { Claims } from '../person/index.ts'
import { isLoopback } from './site.rules.ts'

/** How to reach the identity provider. */
export type ProviderSettings = {
  /** Byte for byte what the provider calls itself, with or without slash at its end. */
  readonly issuer: string
  /** What the rows of its users call it, where its address may move; the issuer without. */
  readonly knownAs?: string | undefined
  readonly clientId: string
  readonly clientSecret: string
  /**
   * For providers without `end_session_endpoint`: where a sign-out goes, with `{clientId}` and
   * `{returnTo}`, e.g. `https://tenant.example/v2/logout?client_id={clientId}&returnTo={returnTo}`.
   */
  readonly logoutUrl?: string | undefined
  /** How long it may take to answer; 5 when absent. */
  readonly timeoutSeconds?: number | undefined
}

/** What binds an answer of the provider to the sign-in that asked for it. */
export type Checks = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The identity provider, as sign-in sees it. Every call may throw when it is away. */
export type Provider = {
  /** What the rows of its users call it. */
  readonly knownAs: string
  /** Where to send the browser. */
  authorizeUrl(redirectUri: string, checks: Checks): Promise<string>
  /** Exchanges the code in the address for verified claims. @throws when anything is not as it should be */
  exchange(address: URL, checks: Checks): Promise<{ claims: Claims; idToken: string }>
  /** Where to end the session at the provider, if it has a place for that. */
  signOutUrl(idToken: string, returnTo: string): Promise<string | undefined>
}

/** For how long the provider counts as reachable without looking. */
const freshMs = 10_000

/**
 * The adapter to any OpenID Connect provider. It is looked up when first needed and again before each
 * navigation there, so that the product starts and stays up without it, and says so when it is away.
 * @throws when the issuer is neither https nor on loopback
 */
export function openidProvider(settings: ProviderSettings, clock: () => number): Provider {
  const issuer = new URL(settings.issuer)
  const isPlain = issuer.protocol === 'http:' && isLoopback(issuer.hostname)
  if (issuer.protocol !== 'https:' && !isPlain)
    throw new Error('OIDC_ISSUER: expected https, or http on loopback')
  let known: { at: number; configuration: oidc.Configuration } | undefined
  const discover = async (maxAgeMs: number): Promise<oidc.Configuration> => {
    if (known && clock() - known.at < maxAgeMs) return known.configuration
    const configuration = await oidc.discovery(
      issuer,
      settings.clientId,
      undefined,
      oidc.ClientSecretBasic(settings.clientSecret),
      {
        timeout: settings.timeoutSeconds ?? 5,
        execute: [
          // Without it the signature of an ID token from the token endpoint is not looked at.
          oidc.enableNonRepudiationChecks,
          ...(isPlain ? [oidc.allowInsecureRequests] : []),
        ],
      },
    )
    known = { at: clock(), configuration }
    return configuration
  }
  return {
    knownAs: settings.knownAs ?? settings.issuer,
    authorizeUrl: async (redirectUri, { state, nonce, verifier }) => {
      const configuration = await discover(freshMs)
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }).href
    },
    exchange: async (address, { state, nonce, verifier }) => {
      const configuration = await discover(Number.POSITIVE_INFINITY)
      const tokens = await oidc.authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new Error('The provider sent no ID token')
      if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint)
        return { claims, idToken: tokens.id_token }
      // Some providers keep the address out of the ID token. Roles count from the signed one alone.
      const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      const { email, email_verified, name } = more
      return { claims: { ...claims, email, email_verified, name }, idToken: tokens.id_token }
    },
    signOutUrl: async (idToken, returnTo) => {
      const configuration = await discover(freshMs)
      if (configuration.serverMetadata().end_session_endpoint)
        return oidc.buildEndSessionUrl(configuration, {
          id_token_hint: idToken,
          post_logout_redirect_uri: returnTo,
        }).href
      return settings.logoutUrl
        ?.replaceAll('{clientId}', encodeURIComponent(settings.clientId))
        .replaceAll('{returnTo}', encodeURIComponent(returnTo))
    },
  }
}

/** What became of a sign-in that the provider did not complete. */
export type SignInError = 'cancelled' | 'unavailable' | 'failed'

/** Reads an error of the adapter: the person refused, the provider is away, or all else. */
export function signInError(error: unknown): SignInError {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'failed'
  // fetch reports a network error as a TypeError whose cause has a code.
  const isNetwork =
    error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause
  const isTimeout = error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT'
  return isNetwork || isTimeout ? 'unavailable' : 'failed'
}
