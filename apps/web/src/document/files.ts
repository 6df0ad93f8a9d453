import { product } from '@countersign/contracts/product'
import type { DocumentType, LibraryDocument } from '@countersign/contracts/trust'
import { addressOf } from '@countersign/kit/client'
import { api, failureOf, fetchBytes, identifier } from '../api/index.ts'

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

/** What to upload, and where it belongs. */
export type Upload = {
  readonly did: string
  readonly documentType: DocumentType
  /** Set to put a new version in the place of this document's present one. */
  readonly documentId?: string | undefined
  readonly file: File
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads one file with progress, which `fetch` does not tell of. Rejects with `ApiError` or `AbortError`. */
export async function uploadFile(upload: Upload): Promise<LibraryDocument> {
  const { did, documentType, documentId, file, onProgress, signal } = upload
  const ticket = await api.document.ticket(
    { did, query: { documentType, ...(documentId && { documentId }) } },
    { signal },
  )
  const form = new FormData()
  for (const { key, value } of ticket.uploadFields) form.append(key, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', ticket.uploadUrl)
    for (const [name, value] of Object.entries(identifier)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const id = request.getResponseHeader('x-request-id')
      if (request.status === 200) resolve(JSON.parse(request.responseText))
      else reject(failureOf(request.status, request.responseText, id))
    }
    request.onerror = () => reject(new TypeError('The connection was lost. Try again.'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** A size for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} kB`
  return `${Number((bytes / 1_048_576).toFixed(1))} MB`
}
