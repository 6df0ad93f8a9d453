export { listTopCounterparties, showActivity } from './counterparty.operations.ts'
export { monthBack } from './counterparty.rules.ts'
export {
  type ActivityCounts,
  addSampleActivity,
  findTopCounterparties,
} from './counterparty.store.ts'
export { giveReview, listReviewHistory, listReviews, undoReview } from './review.operations.ts'
export {
  findReviewHistory,
  findReviewPage,
  findReviews,
  reviewOut,
  saveReview,
} from './review.store.ts'
