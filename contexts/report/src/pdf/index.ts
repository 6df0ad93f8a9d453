export { pdf } from './pdf.operations.ts'
