import type { Configuration } from 'oidc-provider'
import type { IdpKeys } from './keys.ts'
import { messagePage, signOutPage } from './pages.ts'
import { memoryStore } from './store.ts'

/** A demo user and what the ID token says of them. */
export type IdpUser = {
  readonly subject: string
  readonly email: string
  readonly name: string
  readonly roles: readonly { readonly vaspDID?: string; readonly role: string }[]
  /** What the sign-in page says of them; their roles when absent. */
  readonly about?: string
  /** True when absent. */
  readonly emailVerified?: boolean
}

/** How to run the embedded provider. */
export type IdpOptions = {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** What the provider calls itself where browsers reach it by another address. */
  readonly issuer?: string
  /** The product's addresses: where sign-ins and sign-outs may return to. */
  readonly origins: readonly string[]
  readonly users: readonly IdpUser[]
  readonly clientId: string
  readonly clientSecret: string
  /** The one password of all demo users. */
  readonly password: string
  readonly rolesClaim: string
  /** Keys live here, so that a restart keeps them. */
  readonly dataDir: string
  /** From the configuration: in production this refuses to start. */
  readonly production: boolean
  readonly log: { warn(facts: object): void }
}

/** The library's settings: one client, no page but the sign-in. */
export function configurationOf(
  { origins, users, rolesClaim, clientId, clientSecret }: IdpOptions,
  keys: IdpKeys,
): Configuration {
  return {
    adapter: memoryStore(),
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      // Cookies know no ports: these must not meet the product's on the same host.
      names: { session: 'idp', interaction: 'idp_sign_in', resume: 'idp_resume' },
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: origins.map((origin) => `${origin}/api/auth/callback`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/auth?signedOut=1`),
      },
    ],
    claims: {
      openid: ['sub', rolesClaim],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    // The claims of scopes stand in the ID token, as with the providers in use.
    conformIdTokenClaims: false,
    findAccount: (_context, subject) => {
      const user = users.find((one) => one.subject === subject)
      return (
        user && {
          accountId: subject,
          claims: () => ({
            sub: subject,
            email: user.email,
            email_verified: user.emailVerified ?? true,
            name: user.name,
            [rolesClaim]: user.roles,
          }),
        }
      )
    },
    // The product is the provider's own: nobody is asked whether it may know them.
    loadExistingGrant: async ({ oidc: { provider, session, client } }) => {
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 43_200,
      IdToken: 3600,
      Interaction: 600,
      Session: 43_200,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => {
          const { session, entities, params } = context.oidc
          const returnTo = params?.post_logout_redirect_uri
          // With its own ID token the product proves that it asks: no question, and no script for it.
          if (
            entities.IdTokenHint?.payload.sub === session?.accountId &&
            typeof returnTo === 'string'
          ) {
            await session?.destroy()
            context.redirect(returnTo)
          } else context.body = signOutPage(form)
        },
        postLogoutSuccessSource: (context) => {
          context.body = messagePage('Signed out', 'You can close this page.')
        },
      },
    },
    renderError: (context, { error, error_description: text }) => {
      context.type = 'html'
      context.body = messagePage('Something went wrong', text ?? error)
    },
  }
}
