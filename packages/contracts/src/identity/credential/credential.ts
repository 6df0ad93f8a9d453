import * as z from 'zod/mini'
import { Did, Instant, Whole } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'

/** How many credentials a company can have. */
export const maxCredentials = 10

/** How long the old secret stays good after a rotation, milliseconds. */
export const secretOverlapMs = 24 * 3_600_000

/** What a machine client is for: `Payment gateway`. */
export const CredentialName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/** One machine client of a company. Its secret is not here: it is shown once. */
export const Credential = z.object({
  clientId: z.string(),
  name: z.string(),
  /** Creates and lists, and sees no personal data. */
  limited: z.boolean(),
  createdAt: Instant,
  rotatedAt: z.nullable(Instant),
  /** Until when the secret before the last rotation is good; null when it is not. */
  oldSecretEndsAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
  /** Companies of the group that delegated to it. */
  actsFor: z.array(z.object({ did: Did, name: z.nullable(z.string()), limited: z.boolean() })),
})
export type Credential = z.infer<typeof Credential>

/** A company’s API clients, and the one of its gateway that acts for it. */
export const Credentials = z.object({
  clientIds: z.array(z.string()),
  delegatedToClientId: z.nullable(z.string()),
  /** Whether that client is held to create and list in this company. */
  delegationLimited: z.boolean(),
  credentials: z.array(Credential),
  /** The company's group parent, to which it can delegate. */
  gateway: z.nullable(z.object({ did: Did, name: z.string() })),
  /** How many the company’s plan covers; null for as many as it likes, up to ten. */
  planLimit: z.nullable(Whole()),
})
export type Credentials = z.infer<typeof Credentials>

/** The same after a change; `clientSecret` is set where one was made, and never again. */
export const IssuedCredential = z.extend(Credentials, {
  clientId: z.string(),
  clientSecret: z.nullable(z.string()),
})
export type IssuedCredential = z.infer<typeof IssuedCredential>

/** Which credential. Left out it means the only one; where there are several, that is refused. */
const clientid = z.optional(z.string().check(z.minLength(1), z.maxLength(64)))

/** List a company’s API clients. */
export const credential = {
  list: {
    method: 'GET',
    path: '/auth/credentials/{vaspDid}',
    summary: 'List a company’s API clients',
    access: canIn('integrations.hasApiCredentials', 'vaspDid'),
    returns: { 200: Credentials },
  },
  create: {
    method: 'POST',
    path: '/auth/credentials/{vaspDid}',
    summary: 'Create an API client, or let the gateway’s client act for the company',
    access: canIn('auth.manageAPIcredentials', 'vaspDid', { people: 'own' }),
    // Delegating reads the gateway's clients.
    transaction: 'own',
    body: z.strictObject({
      /** No client of its own: one of the group's gateway acts for the company. */
      delegateToGateway: z._default(z.boolean(), false),
      limited: z._default(z.boolean(), false),
      /** What the client is for. Left out it gets a number. */
      name: z.optional(CredentialName),
    }),
    returns: { 200: IssuedCredential },
  },
  rename: {
    method: 'PATCH',
    path: '/auth/credentials/{vaspDid}',
    summary: 'Rename an API client',
    access: canIn('auth.manageAPIcredentials', 'vaspDid', { people: 'own' }),
    query: z.object({ clientid }),
    body: z.strictObject({ name: CredentialName }),
    returns: { 200: Credentials },
  },
  rotate: {
    method: 'PUT',
    path: '/auth/credentials/{vaspDid}',
    summary: 'Rotate an API client’s secret; the old one works for another day',
    access: canIn('auth.manageAPIcredentials', 'vaspDid', { people: 'own' }),
    query: z.object({
      clientid,
      /** `true` when the old secret leaked: it ends now. */
      endOld: z.optional(z.enum(['true', 'false'])),
    }),
    returns: { 200: IssuedCredential },
  },
  delete: {
    method: 'DELETE',
    path: '/auth/credentials/{vaspDid}',
    summary: 'Delete an API client and its tokens, or end the delegation to the gateway’s client',
    access: canIn('auth.manageAPIcredentials', 'vaspDid', { people: 'own' }),
    query: z.object({ clientid }),
    returns: { 200: Credentials },
  },
} as const satisfies Contract[string]

const text = z.optional(z.string().check(z.maxLength(500)))

/** What a machine asks with. Read leniently: what is wrong is told in OAuth's own words. */
const TokenRequest = z.catch(
  z.object({ grant_type: text, client_id: text, client_secret: text, scope: text }),
  {},
)

/** An error of OAuth 2.0 (RFC 6749, section 5.2). */
export const OAuthError = z.object({ error: z.string(), error_description: z.string() })

/** Tokens for machine clients (RFC 6749, section 4.4). */
export const oauth = {
  token: {
    method: 'POST',
    path: '/oauth/token',
    summary: 'Exchange client ID and secret for an access token (OAuth 2.0 client credentials)',
    access: 'anyone',
    form: true,
    body: TokenRequest,
    bodyLimit: 8 * 1024,
    returns: {
      200: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        /** Seconds. */
        expires_in: z.int(),
        /** The permissions in the client's own company. */
        scope: z.string(),
      }),
      400: OAuthError,
      401: OAuthError,
      429: OAuthError,
    },
  },
} as const satisfies Contract[string]
