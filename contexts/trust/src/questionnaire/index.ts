export { annexesOf, expiryOf } from './questionnaire.rules.ts'
export {
  findDraft,
  findVersion,
  findVersions,
  insertDraft,
  insertVersion,
} from './questionnaire.store.ts'
export { questionnaire, questionnaireReview } from './questionnaire.ts'
export { addPin, saveMark } from './review.store.ts'
