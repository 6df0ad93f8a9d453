export { papers } from './papers.ts'
