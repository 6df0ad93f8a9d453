export { PdfButton } from './pdf-button.tsx'
export { savePdf } from './save-pdf.ts'
