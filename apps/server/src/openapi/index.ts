export { productDocument } from './documents.ts'
