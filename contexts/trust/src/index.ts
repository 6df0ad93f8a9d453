import { type trust as contract, networkIssuer } from '@countersign/contracts/trust'
import type { Handlers } from '@countersign/kit/serve'
import type { Vault } from '@countersign/kit/vault'
import { audienceOf, nobody, onlyOwn } from './audience.rules.ts'
import { actorOf, type Caller } from './caller.ts'

import { showPublicVasp, showVasp } from './company.operations.ts'
import { countDirectoryFacets, directoryOf, listDirectory } from './directory.operations.ts'
import {
  deleteDocument,
  listDocuments,
  listDownloads,
  listGrants,
  listShared,
  shareDocument,
  unshareDocument,
  updateDocument,
} from './document.operations.ts'
import { downloadDocument } from './document-download.operations.ts'
import {
  actOnRequest,
  type DocumentRequestDeps,
  listRequests,
  remindOwner,
} from './document-request.operations.ts'
import { type DocumentDeps, issueTicket, receiveDocument } from './document-upload.operations.ts'
import {
  decideOnEvidence,
  listEvidence,
  listWaitingEvidence,
  openEvidence,
  showDocuments,
} from './evidence.operations.ts'
import { type GovernanceDeps, governance } from './governance.ts'
import { networkHandlers } from './network.ts'
import { questionnaireHandlers } from './questionnaire.ts'
import { settings } from './settings.operations.ts'
import { actsForNetwork } from './standing.rules.ts'
import type { TrustDatabase } from './tables.ts'
import { listUserVasps } from './user-vasps.operations.ts'
import { getProfileHistory, updateProfile } from './vasp.operations.ts'
import { openWebhooks, type WebhookAppDeps } from './webhook-app.operations.ts'

export { startAlerts } from './alert.worker.ts'
export type { Caller } from './caller.ts'
export { companyDesk } from './company-desk.store.ts'
export { startImports } from './company-import.worker.ts'
export {
  type SeedDocument,
  type SeedRequest,
  seedDocuments,
  seedRequests,
} from './document.seed.ts'
export { clamdScan } from './document-scan.ts'
export { folderStorage } from './document-storage.ts'
export { s3Storage } from './document-storage-s3.ts'
export { startSweep } from './document-sweep.worker.ts'
export { bundledGleif, type Gleif, gleifOverHttp, noGleif } from './gleif.ts'
export { type SeedGovernance, seedGovernance } from './governance.seed.ts'
export {
  type SeedQuestionnaire,
  seedQuestionnaire,
  seedQuestionnaireGrant,
  seedQuestionnaireReview,
} from './questionnaire-seed.store.ts'
export { type SeedVasp, seedVasps } from './seed.store.ts'
export {
  type SeedActivity,
  type SeedReview,
  seedActivity,
  seedReviews,
} from './seed-network.store.ts'
export type { DB as TrustTables } from './tables.gen.ts'
export { transferPort } from './transfer-port.store.ts'
export { type LicenceRegister, noRegister, registerFromCsv, registerOverHttp } from './vaspnet.ts'
export { startExpiry } from './verification.worker.ts'
export { findWebhookApps } from './webhook-app.store.ts'
export { type DisabledEndpoints, webhookEndpointItems } from './webhook-endpoint-items.ts'

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
      open: (caller, { did }) => openWebhooks(deps, caller, did),
    },
  }
}

/** Verdicts are shown to those alone whose company gave them. */
function ownReviewer({ grants }: Caller['viewer'], reviewer: string | undefined): void {
  if (reviewer !== undefined) onlyOwn(grants, 'trustframework.getVASP', reviewer)
}
