export { noteReading } from './access.ts'
export { findQuestionnaire } from './paper.ts'
export { annexesOf, expiryOf } from './questionnaire.rules.ts'
export {
  findDraft,
  findVersion,
  findVersions,
  insertDraft,
  insertVersion,
} from './questionnaire.store.ts'
export { questionnaire, questionnaireReview } from './questionnaire.ts'
export { mustHaveRead } from './review.operations.ts'
export { addPin, saveMark } from './review.store.ts'
