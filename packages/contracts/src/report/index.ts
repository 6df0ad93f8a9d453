import type { Contract } from '../operation.ts'
import { pdf } from './pdf.ts'

export * from './pdf.ts'
export * from './pdf-model.ts'

/** What leaves the product as a document. Base path `/api`. */
export const report = { pdf } as const satisfies Contract
