import { product } from '@countersign/contracts/product'
import type { CompanyImport } from '@countersign/contracts/trust'
import { addressOf } from '@countersign/kit/client'
import { failureOf, fetchBytes, identifier } from '../api/index.ts'

/** Uploads a file of companies to import. Rejects with `ApiError`. */
export async function sendImport(file: File): Promise<CompanyImport> {
  const body = new FormData()
  body.append('file', file)
  const address = addressOf(product.companyImport.upload, {})
  const answer = await fetch(`/api${address}`, { method: 'POST', headers: identifier, body })
  const text = await answer.text()
  if (!answer.ok) throw failureOf(answer.status, text, answer.headers.get('x-request-id'))
  return JSON.parse(text)
}

/** The lines of an import that were rejected, as CSV. Rejects with `ApiError`. */
export const fetchRejected = (importId: string): Promise<Blob> =>
  fetchBytes(addressOf(product.companyImport.rejected, { importId }))
