import type { Vault } from '@countersign/kit/vault'
import { loginPlace } from './endpoint-login.ts'
import { headersPlace, secretPlace, variablesPlace } from './endpoint-secret.ts'
import {
  type After,
  findOrganisations,
  lockSealedEndpoints,
  lockSealedIntegrations,
  type SealedEndpoint,
  storeSealedEndpoint,
  storeSealedIntegration,
} from './rewrap.store.ts'
import type { WebhooksDatabase, WebhooksTx } from './tables.ts'
import { rewrapIntegrationKey } from './token/index.ts'

type Rewrapping = {
  /** Connected as countersign_app. */
  readonly database: WebhooksDatabase
  /** Connected as countersign_engine. */
  readonly engine: WebhooksDatabase
  readonly vault: Vault
}

/** How many rows were sealed anew. */
export type Rewrapped = { readonly endpoints: number; readonly integrations: number }

/** Rows that are locked at a time. */
const batch = 200

/**
 * Seals with the current main secret whatever an older one sealed and the service keeps: signing keys,
 * headers, URL passwords and variables of endpoints, keys of integrations. May run while the service works, and
 * again after it was stopped half-way.
 */
export async function rewrapSecrets({ database, engine, vault }: Rewrapping): Promise<Rewrapped> {
  let endpoints = 0
  let integrations = 0
  for (const orgId of await engine.withNobody(findOrganisations)) {
    const pages = (page: Page) =>
      inPages((after) => database.withTenant(orgId, (tx) => page(tx, orgId, after)))
    endpoints += await pages(async (tx, org, after) => {
      const rows = await lockSealedEndpoints(tx, org, after, batch)
      const old = rows.filter((row) => !isCurrentEndpoint(vault, row))
      for (const row of old)
        await storeSealedEndpoint(tx, org, placeOf(row), rewrapEndpoint(vault, row))
      return { rows: rows.map(placeOf), changed: old.length }
    })
    integrations += await pages(async (tx, org, after) => {
      const rows = await lockSealedIntegrations(tx, org, after, batch)
      const old = rows.filter(({ key_sealed }) => !vault.isCurrent(key_sealed))
      for (const row of old) {
        const place = { orgId: org, appId: row.app_id, id: row.id }
        await storeSealedIntegration(
          tx,
          org,
          placeOf(row),
          rewrapIntegrationKey(vault, place, row.key_sealed),
        )
      }
      return { rows: rows.map(placeOf), changed: old.length }
    })
  }
  return { endpoints, integrations }
}

type Page = (
  tx: WebhooksTx,
  orgId: string,
  after: After,
) => Promise<{ readonly rows: readonly After[]; readonly changed: number }>

const placeOf = ({ app_id, id }: { readonly app_id: string; readonly id: string }): After => ({
  appId: app_id,
  id,
})

async function inPages(page: (after: After) => ReturnType<Page>): Promise<number> {
  let total = 0
  let after: After | undefined = { appId: '', id: '' }
  while (after) {
    const { rows, changed } = await page(after)
    total += changed
    after = rows.length < batch ? undefined : rows.at(-1)
  }
  return total
}

const isCurrentEndpoint = (vault: Vault, row: SealedEndpoint): boolean =>
  [
    row.headers,
    row.login,
    row.transformation_variables,
    ...row.signing_keys.map(({ sealed }) => sealed),
  ].every((sealed) => sealed === null || vault.isCurrent(sealed))

/** All that an endpoint keeps sealed, sealed by the current main secret. */
function rewrapEndpoint(vault: Vault, row: SealedEndpoint & { readonly id: string }) {
  const anew = (sealed: string, place: string) =>
    vault.isCurrent(sealed) ? sealed : vault.seal(vault.open(sealed, place), place)
  return {
    signing_keys: row.signing_keys.map(({ sealed, expiresAt }) => ({
      sealed: anew(sealed, secretPlace(row.id)),
      expiresAt,
    })),
    headers: row.headers && anew(row.headers, headersPlace(row.id)),
    login: row.login && anew(row.login, loginPlace(row.id)),
    transformation_variables:
      row.transformation_variables && anew(row.transformation_variables, variablesPlace(row.id)),
  }
}
