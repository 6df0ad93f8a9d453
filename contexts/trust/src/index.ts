import type { trust as contract } from '@countersign/contracts/trust'
import { bindGroups } from '@countersign/kit/handlers'
import type { Handlers } from '@countersign/kit/serve'
import { actionItems } from './action/index.ts'
import { administration, curation } from './admin/index.ts'
import type { Caller } from './caller.ts'
import { companyImport } from './company/import/index.ts'
import { publicVasp, vasp } from './company/index.ts'
import type { Deps, TrustDeps } from './deps.ts'
import { directoryOf } from './directory/index.ts'
import { document } from './document/index.ts'
import { documentRequest } from './document-request/index.ts'
import { evidence } from './evidence/index.ts'
import { group } from './group/index.ts'
import { jurisdiction } from './jurisdiction/index.ts'
import { questionnaire, questionnaireReview } from './questionnaire/index.ts'
import { noGleif, noRegister, registry } from './registry/index.ts'
import { counterparty, review } from './review/index.ts'
import { preferences, settings } from './settings/index.ts'
import { questionnaireThread } from './thread/index.ts'
import { verification } from './verification/index.ts'
import { webhookApp, webhookNetwork } from './webhooks/index.ts'

export { startAlerts } from './action/index.ts'
export type { Caller } from './caller.ts'
export { startImports } from './company/import/index.ts'
export { companyPort } from './company/index.ts'
export type { TrustDeps } from './deps.ts'
export { clamdScan, folderStorage, s3Storage, startSweep } from './document/index.ts'
export { questionnairesSince } from './document-request/index.ts'
export { countSubsidiaries } from './group/index.ts'
export { papers } from './paper/index.ts'
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
  type SeedDocument,
  type SeedGovernance,
  type SeedQuestionnaire,
  type SeedRequest,
  type SeedReview,
  type SeedVasp,
  seedDocuments,
  seedGovernance,
  seedQuestionnaire,
  seedQuestionnaireGrant,
  seedQuestionnaireReview,
  seedQuestionnaireThreads,
  seedRequests,
  seedReviews,
  seedVasps,
} from './seed/index.ts'
export type { DB as TrustTables } from './tables.gen.ts'
export { transferPort } from './transfer-port.store.ts'
export { startExpiry } from './verification/index.ts'
export {
  type AppToOpen,
  findWebhookApp,
  findWebhookApps,
  noWebhooks,
  type TroubledEndpoints,
  type WebhookNetwork,
  webhookEndpointItems,
} from './webhooks/index.ts'

/** Companies, their profiles and the directory. */
export const trust = (deps: TrustDeps): Handlers<typeof contract, Caller> =>
  bindGroups<typeof contract, Deps, Caller>(
    {
      actionItems,
      administration,
      companyImport,
      counterparty,
      curation,
      document,
      documentRequest,
      evidence,
      group,
      jurisdiction,
      preferences,
      public: publicVasp,
      questionnaire,
      questionnaireReview,
      questionnaireThread,
      registry,
      review,
      settings,
      vasp,
      verification,
      webhookApp,
      webhookNetwork,
    },
    {
      gleif: noGleif,
      licences: noRegister,
      actionSources: {},
      planLimit: async () => null,
      questionnaireLimit: async () => null,
      ...deps,
      directory: directoryOf(deps),
    },
  )
