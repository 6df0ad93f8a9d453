import type { trust as contract } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Handlers } from '@countersign/kit/serve'
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
import type { TrustDatabase } from './tables.ts'
import { listUserVasps } from './user-vasps.operations.ts'
import { getProfileHistory, getVasp, updateProfile } from './vasp.operations.ts'
import { webhookAppUid } from './webhook-app.store.ts'

export type { ActionSources } from './action-item.operations.ts'
export type { Caller } from './caller.ts'
export { companyDesk } from './company-desk.store.ts'
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
export { disabledReason } from './group.operations.ts'
export { type MessageSender, startRelay } from './outbox.worker.ts'
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
export { type LicenceRegister, noRegister, registerFromCsv, registerOverHttp } from './vaspnet.ts'
export { startExpiry } from './verification.worker.ts'
export { findWebhookApp } from './webhook-app.store.ts'

/** What this context needs of the world. */
export type TrustDeps = DocumentRequestDeps &
  DocumentDeps &
  GovernanceDeps & {
    /** Connected as countersign_app. */
    readonly database: TrustDatabase
    /** Unix time in milliseconds. */
    readonly clock: () => number
    readonly webhooks: {
      /** Opens the application of this uid at the webhook service, creating it when new. */
      openApp(app: {
        uid: string
        name: string
      }): Promise<{ serverUrl: string; appId: string; token: string }>
    }
  }

/** Companies, their profiles and the directory. */
export function trust(deps: TrustDeps): Handlers<typeof contract, Caller> {
  const { database, clock, webhooks } = deps
  const directory = directoryOf(database)
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
      update: (caller, { body: { did, fields } }) =>
        database.withTenant(did, (tx) =>
          updateProfile(tx, actorOf(caller), did, fields, new Date(clock())),
        ),
      userVaspList: (caller, { query }) => listUserVasps(database, caller, query),
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
    ...networkHandlers({ database, clock }),
    webhookApp: {
      open: async (caller, { did }) => {
        const at = new Date(clock())
        const app = await database.withTenant(did, async (tx) => {
          const { name } = await getVasp(tx, did)
          const uid = await webhookAppUid(tx, did, at)
          await audit(tx, actorOf(caller), at, {
            ...{ company: did, action: 'webhookApp.open', object: uid },
          })
          return { name, uid }
        })
        return webhooks.openApp(app).catch(() => {
          throw fail('unavailable', 'The webhook service is not available right now')
        })
      },
    },
  }
}

/** Verdicts are shown to those alone whose company gave them. */
function ownReviewer({ grants }: Caller['viewer'], reviewer: string | undefined): void {
  if (reviewer !== undefined) onlyOwn(grants, 'trustframework.getVASP', reviewer)
}
