export { forgetPdfs } from './forget.ts'
export { pdf } from './pdf.operations.ts'
