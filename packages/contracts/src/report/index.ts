import type { Contract } from '../operation.ts'
import { analytics } from './analytics.ts'
import { pdf } from './pdf.ts'

export * from './analytics.ts'
export * from './pdf.ts'
export * from './pdf-model.ts'

/** What leaves the product as a document. Base path `/api`. */
export const report = { pdf, analytics } as const satisfies Contract
