export { counterparty } from './counterparty.operations.ts'
export { monthBack } from './counterparty.rules.ts'
export { review } from './review.operations.ts'
export {
  findReviewHistory,
  findReviewPage,
  findReviews,
  reviewOut,
  saveReview,
} from './review.store.ts'
export { findAllWaiting, findWaiting, waitingOut } from './waiting.store.ts'
