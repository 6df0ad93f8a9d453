export { billingPapers } from './papers.ts'
