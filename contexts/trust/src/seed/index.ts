export {
  type SeedDocument,
  type SeedRequest,
  seedDocuments,
  seedRequests,
} from './document.seed.ts'
export { type SeedGovernance, seedGovernance } from './governance.seed.ts'
export { type SeedReview, seedReviews } from './network.seed.ts'
export {
  type SeedQuestionnaire,
  seedQuestionnaire,
  seedQuestionnaireGrant,
  seedQuestionnaireReview,
  seedQuestionnaireThreads,
} from './questionnaire.seed.ts'
export { type SeedVasp, seedVasps } from './vasp.seed.ts'
