export { ReviewDrawer } from './drawer.tsx'
export { ReviewsDue, reviewsDueQuery } from './due.tsx'
export { useReview } from './use-review.ts'
export { isDue, OwnCompany, ReviewBadge, verdictKeys } from './words.tsx'
