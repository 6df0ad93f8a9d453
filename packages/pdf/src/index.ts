export { createPdfRenderer, type PdfRenderer, RenderError } from './renderer.ts'
