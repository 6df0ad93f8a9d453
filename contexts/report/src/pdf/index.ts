export { forgetPdfs } from './forget.ts'
export { pdf } from './pdf.operations.ts'
export { watermarkFor } from './watermark.ts'
