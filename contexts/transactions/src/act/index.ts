export { transitionsDocument } from './transition-document.ts'
