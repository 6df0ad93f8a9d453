export { createPdfRenderer, type PdfRenderer } from './renderer.ts'
