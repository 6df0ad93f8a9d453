export { createPdfRenderer } from './renderer.ts'
