export { moneyWords } from './money.rules.ts'
export { billingPapers } from './papers.ts'
