import { product } from '@countersign/contracts/product'
import { addressOf } from '@countersign/kit/client'
import { fetchBytes } from '../api/index.ts'

/** A file of a company, as bytes; PDFs of others bear the reader’s name. Rejects with `ApiError`. */
export async function fetchFile(
  owner: string,
  s3URL: string,
  requestingVASPdid?: string,
  original?: boolean,
): Promise<Blob> {
  const query = {
    s3URL,
    ...(requestingVASPdid && { requestingVASPdid }),
    ...(original && { original: 'true' as const }),
  }
  return fetchBytes(addressOf(product.document.download, { did: owner, query }))
}

/** The file of a document that a company showed the network. Rejects with `ApiError`. */
export const fetchEvidence = (did: string, documentId: string, version: number): Promise<Blob> =>
  fetchBytes(addressOf(product.evidence.file, { did, documentId, query: { version } }))

/** A size for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} kB`
  return `${Number((bytes / 1_048_576).toFixed(1))} MB`
}
