import { type DocumentType, documentBytes, documentMediaTypes } from '@countersign/contracts/trust'
import { sizeOf } from './files.ts'

/** The names of files that are taken. */
export const acceptedFiles = Object.values(documentMediaTypes).flat()

/** Why a file cannot be sent, before anything is sent. */
export function problemOf(file: File): string | undefined {
  if (!(file.type in documentMediaTypes))
    return 'Only PDF, PNG, JPEG, DOCX and XLSX files are accepted.'
  if (file.size > documentBytes) return `The file is larger than ${sizeOf(documentBytes)}.`
  return file.size === 0 ? 'The file is empty.' : undefined
}

const typeWords: readonly [RegExp, DocumentType][] = [
  [/licen[cs]e|registration/i, 'LICENCE'],
  [/aml|laundering/i, 'AML_POLICY'],
  [/incorporation/i, 'CERTIFICATE_OF_INCORPORATION'],
  [/soc.?2/i, 'SOC2_REPORT'],
  [/27001/, 'ISO27001_CERT'],
  [/ownership/i, 'OWNERSHIP_CHART'],
  [/pen(etration)?.?test/i, 'PENETRATION_TEST_SUMMARY'],
]

/** What a file is, as far as its name tells. */
export const typeGuess = (name: string): DocumentType =>
  typeWords.find(([word]) => word.test(name))?.[1] ?? 'OTHER'
