import { type trust as contract, networkIssuer } from '@countersign/contracts/trust'
import type { Handlers } from '@countersign/kit/serve'
import type { Vault } from '@countersign/kit/vault'
import { audienceOf, nobody, onlyOwn } from './audience.rules.ts'
import { actorOf, type Caller } from './caller.ts'

import {
  getProfileHistory,
  listUserVasps,
  showPublicVasp,
  showVasp,
  updateProfile,
} from './company/index.ts'
import { countDirectoryFacets, directoryOf, listDirectory } from './directory/index.ts'
import {
  type DocumentDeps,
  deleteDocument,
  downloadDocument,
  issueTicket,
  listDocuments,
  listDownloads,
  listGrants,
  listShared,
  receiveDocument,
  shareDocument,
  unshareDocument,
  updateDocument,
} from './document/index.ts'
import {
  actOnRequest,
  type DocumentRequestDeps,
  listRequests,
  remindOwner,
} from './document-request/index.ts'
import {
  decideOnEvidence,
  listEvidence,
  listWaitingEvidence,
  openEvidence,
  showDocuments,
} from './evidence/index.ts'
import { type GovernanceDeps, governance } from './governance.ts'
import { networkHandlers } from './network.ts'
import { actsForNetwork } from './profile/index.ts'
import { questionnaireHandlers } from './questionnaire/index.ts'
import { settings } from './settings/index.ts'
import type { TrustDatabase } from './tables.ts'
import {
  deleteWebhooks,
  linkWebhooks,
  lookAtWebhooks,
  openWebhooks,
  type WebhookAppDeps,
} from './webhooks/index.ts'

export { startAlerts } from './action/index.ts'
export type { Caller } from './caller.ts'
export { startImports } from './company/import/index.ts'
export { companyPort } from './company/index.ts'
export { clamdScan, folderStorage, s3Storage, startSweep } from './document/index.ts'
export {
  bundledGleif,
  type Gleif,
  gleifOverHttp,
  type LicenceRegister,
  noGleif,
  noRegister,
  registerFromCsv,
  registerOverHttp,
} from './registry/index.ts'
export {
  type SeedActivity,
  type SeedDocument,
  type SeedGovernance,
  type SeedQuestionnaire,
  type SeedRequest,
  type SeedReview,
  type SeedVasp,
  seedActivity,
  seedDocuments,
  seedGovernance,
  seedQuestionnaire,
  seedQuestionnaireGrant,
  seedQuestionnaireReview,
  seedRequests,
  seedReviews,
  seedVasps,
} from './seed/index.ts'
export type { DB as TrustTables } from './tables.gen.ts'
export { transferPort } from './transfer-port.store.ts'
export { startExpiry } from './verification/index.ts'
export { findWebhookApps, type TroubledEndpoints, webhookEndpointItems } from './webhooks/index.ts'

/** What this context needs of the world. */
export type TrustDeps = DocumentRequestDeps &
  DocumentDeps &
  GovernanceDeps &
  WebhookAppDeps & {
    /** Connected as countersign_app. */
    readonly database: TrustDatabase
    /** Unix time in milliseconds. */
    readonly clock: () => number
    /** Seals cursors. */
    readonly vault: Vault
  }

/** Companies, their profiles and the directory. */
export function trust(deps: TrustDeps): Handlers<typeof contract, Caller> {
  const { database, clock } = deps
  const directory = directoryOf(deps)
  return {
    ...governance(deps),
    vasp: {
      list: ({ viewer }, { query }) => {
        ownReviewer(viewer, query.reviewedByVaspDID)
        return listDirectory(directory, query, audienceOf(viewer.grants))
      },
      facets: ({ viewer }, { query }) => {
        ownReviewer(viewer, query.reviewedByVaspDID)
        return countDirectoryFacets(directory, query, audienceOf(viewer.grants))
      },
      get: (caller, { did, query }) => {
        const { viewer } = caller
        ownReviewer(viewer, query.reviewedByVaspDID)
        const by = { actor: actorOf(caller), at: new Date(clock()) }
        return showVasp(deps, did, query, audienceOf(viewer.grants), by)
      },
      profile: (_, { did }) => database.withTenant(did, (tx) => getProfileHistory(tx, did)),
      update: (caller, { body: { did, fields, version } }) => {
        const issuer = actsForNetwork(caller.viewer.grants, did) ? networkIssuer : did
        return database.withTenant(did, (tx) =>
          updateProfile(tx, actorOf(caller), did, fields, new Date(clock()), { issuer, version }),
        )
      },
      userVaspList: (caller, { query }) => listUserVasps(deps, caller, query),
    },
    public: {
      listVasps: (_, { query }) => listDirectory(directory, query, nobody),
      getVasp: (_, { did }) => database.withNobody((tx) => showPublicVasp(tx, did)),
    },
    document: {
      ticket: (caller, input) => issueTicket(deps, caller, input),
      upload: (caller, input) => receiveDocument(deps, caller, input),
      download: (caller, input) => downloadDocument(deps, caller, input),
      delete: (caller, input) => deleteDocument(deps, caller, input),
      list: (_, { did }) => listDocuments(deps, did),
      update: (caller, input) => updateDocument(deps, caller, input),
      listGrants: (_, input) => listGrants(deps, input),
      share: (caller, input) => shareDocument(deps, caller, input),
      unshare: (caller, input) => unshareDocument(deps, caller, input),
      listDownloads: (caller, input) => listDownloads(deps, caller, input),
      listShared: (_, input) => listShared(deps, input),
    },
    documentRequest: {
      list: (caller, input) => listRequests(deps, caller, input),
      act: (caller, input) => actOnRequest(deps, caller, input),
      remind: (caller, input) => remindOwner(deps, caller, input),
    },
    evidence: {
      queue: () => listWaitingEvidence(deps),
      list: (_, { did }) => listEvidence(deps, did),
      show: (caller, input) => showDocuments(deps, caller, input),
      decide: (caller, input) => decideOnEvidence(deps, caller, input),
      file: (caller, input) => openEvidence(deps, caller, input),
    },
    ...questionnaireHandlers(deps),
    ...networkHandlers(deps),
    settings: settings(deps),
    webhookApp: {
      get: (_, { did }) => lookAtWebhooks(deps, did),
      open: (caller, { did }) => openWebhooks(deps, caller, did),
      link: (caller, input) => linkWebhooks(deps, caller, input),
      delete: (caller, { did }) => deleteWebhooks(deps, caller, did),
    },
  }
}

/** Verdicts are shown to those alone whose company gave them. */
function ownReviewer({ grants }: Caller['viewer'], reviewer: string | undefined): void {
  if (reviewer !== undefined) onlyOwn(grants, 'trustframework.getVASP', reviewer)
}
