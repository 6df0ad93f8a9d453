import { type trust as contract, networkReader } from '@countersign/contracts/trust'
import type { Handlers } from '@countersign/kit/serve'
import type { Vault } from '@countersign/kit/vault'
import { type ActionSources, listActionItems } from './action/index.ts'
import {
  decideRegisterEntry,
  getAdministered,
  listAdministered,
  listClaimedEntries,
  listDuplicates,
  moveListing,
  removeCompany,
  updateNetworkFields,
} from './admin/index.ts'
import { actorOf, type Caller } from './caller.ts'
import {
  cancelImport,
  confirmImport,
  listImportLines,
  listImports,
  rejectedLines,
  showImport,
  undoImport,
  uploadImport,
} from './company/import/index.ts'
import { addSubsidiary, getGroup, removeSubsidiary, setEnablement } from './group/index.ts'
import {
  type Gleif,
  type LicenceRegister,
  noGleif,
  noRegister,
  searchGleif,
  searchVaspnet,
  updateFromGleif,
  updateFromVaspnet,
} from './registry/index.ts'
import { preferenceHandlers } from './settings/index.ts'
import type { TrustDatabase } from './tables.ts'
import { findQueue, getVerification, moveVerification } from './verification/index.ts'
import { endWebhooks, type WebhookAppDeps } from './webhooks/index.ts'

/** What this part of the context needs of the world; what is absent is not set up. */
export type GovernanceDeps = {
  readonly database: TrustDatabase
  readonly clock: () => number
  readonly vault: Vault
  readonly gleif?: Gleif
  readonly licences?: LicenceRegister
  /** The mail addresses of a company's admins. */
  readonly adminAddresses: (did: string) => Promise<readonly string[]>
  readonly actionSources?: ActionSources
} & Pick<WebhookAppDeps, 'webhookAccess'>

/** Settings, groups, registers, verification, the to-do list and preferences. */
export function governance(deps: GovernanceDeps) {
  const { database, clock, gleif = noGleif, licences = noRegister, actionSources = {} } = deps
  const { adminAddresses, vault } = deps
  const now = () => new Date(clock())
  const who = (caller: Caller) => ({ actor: actorOf(caller), grants: caller.viewer.grants })
  return {
    actionItems: {
      list: ({ viewer }, { did, query }) =>
        listActionItems(database, actionSources, viewer.grants, did, query.since, now()),
    },
    administration: {
      list: (_, { query }) => database.withNobody((tx) => listAdministered(tx, vault, query)),
      get: (_, { did }) => database.withNobody((tx) => getAdministered(tx, did)),
      update: (caller, { did, body }) =>
        database.withTenant(did, (tx) =>
          updateNetworkFields(tx, actorOf(caller), did, body, now()),
        ),
    },
    companyImport: {
      upload: (caller, input) => uploadImport(database, actorOf(caller), input, now()),
      list: (_, { query }) =>
        database.withTenant(networkReader, (tx) => listImports(tx, vault, query)),
      get: (_, { importId }) =>
        database.withTenant(networkReader, (tx) => showImport(tx, importId)),
      lines: (_, { importId, query }) =>
        database.withTenant(networkReader, (tx) => listImportLines(tx, vault, importId, query)),
      rejected: (_, { importId }) =>
        database.withTenant(networkReader, (tx) => rejectedLines(tx, importId)),
      confirm: (caller, { importId, body }) =>
        database.withTenant(networkReader, (tx) =>
          confirmImport(tx, actorOf(caller), importId, body, now()),
        ),
      cancel: (caller, { importId }) =>
        database.withTenant(networkReader, (tx) =>
          cancelImport(tx, actorOf(caller), importId, now()),
        ),
      undo: (caller, { importId }) =>
        database.withTenant(networkReader, (tx) =>
          undoImport(tx, actorOf(caller), importId, now()),
        ),
    },
    curation: {
      registerEntries: () => database.withTenant(networkReader, listClaimedEntries),
      decideRegisterEntry: (caller, { did, body }) =>
        database.withTenant(did, (tx) =>
          decideRegisterEntry(tx, actorOf(caller), did, body, now()),
        ),
      list: async (caller, { did, body }) => {
        const admins = await adminAddresses(did)
        return database.withTenant(did, (tx) =>
          moveListing(tx, actorOf(caller), did, body, admins, now()),
        )
      },
      duplicates: () => database.withNobody(listDuplicates),
      remove: async (caller, { did, query: { redirectDID = null } }) => {
        const admins = await adminAddresses(did)
        return removeCompany(deps, actorOf(caller), did, redirectDID, admins, now())
      },
    },
    group: {
      get: (_, { did }) => database.withTenant(did, (tx) => getGroup(tx, did)),
      enable: async (caller, { did, query }) => {
        const admins = await adminAddresses(did)
        const enable = query.entity_enablement === 'enable'
        return database.withTenant(did, async (tx) => {
          if (!enable) await endWebhooks(deps, tx, did, now())
          const change = { enable, reason: query.reason }
          return setEnablement(tx, who(caller), did, change, admins, now())
        })
      },
      nest: async (caller, { query, body: { group_vasp, subsidiaries } }) => {
        const change = query.action === 'add' ? addSubsidiary : removeSubsidiary
        const results = []
        for (const did of new Set(subsidiaries))
          results.push(await change(database, who(caller), group_vasp, did, now()))
        return { group_vasp, results }
      },
    },
    preferences: preferenceHandlers(database, clock),
    registry: {
      searchGleif: (_, { query }) => searchGleif(gleif, query),
      updateFromGleif: (caller, { body }) =>
        updateFromGleif(database, gleif, who(caller), body, now()),
      searchVaspnet: (_, { query }) => searchVaspnet(licences, query),
      updateFromVaspnet: (caller, { body }) =>
        updateFromVaspnet(database, licences, who(caller), body, now()),
    },
    verification: {
      get: (_, { did }) => database.withTenant(did, (tx) => getVerification(tx, did)),
      move: async (caller, { did, body }) => {
        const admins = await adminAddresses(did)
        return database.withTenant(did, (tx) =>
          moveVerification(
            tx,
            { ...who(caller), admins, name: caller.viewer.name ?? null },
            did,
            body,
            now(),
          ),
        )
      },
      queue: () => database.withNobody((tx) => findQueue(tx, 100)),
    },
  } satisfies Partial<Handlers<typeof contract, Caller>>
}
