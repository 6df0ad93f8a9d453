import {
  type DocumentType,
  directBytes,
  documentMediaTypes,
  type LibraryDocument,
} from '@countersign/contracts/trust'
import { api, failureOf, identifier } from '../api/index.ts'

const mediaTypes = Object.keys(documentMediaTypes) as (keyof typeof documentMediaTypes)[]

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

/**
 * Uploads one file with progress: a large one straight to the bucket, where that is set up. Rejects with
 * `ApiError` or `AbortError`.
 */
export async function uploadFile(upload: Upload): Promise<LibraryDocument> {
  const { did, documentType, documentId, file, signal } = upload
  const address = await bucketAddress(upload)
  if (address) {
    const { url, headers, ticket } = address
    await send(upload, { method: 'PUT', url, headers }, file)
    return api.document.completeDirect({ did, body: { ticket } }, { signal })
  }
  const ticket = await api.document.ticket(
    { did, query: { documentType, ...(documentId && { documentId }) } },
    { signal },
  )
  const form = new FormData()
  for (const { key, value } of ticket.uploadFields) form.append(key, value)
  form.append('file', file)
  const headers = Object.entries(identifier).map(([key, value]) => ({ key, value }))
  return JSON.parse(await send(upload, { method: 'POST', url: ticket.uploadUrl, headers }, form))
}

/** Where this file may go without the server, which must know its hash; null where it goes through it. */
async function bucketAddress({ did, documentType, documentId, file, signal }: Upload) {
  const mediaType = mediaTypes.find((one) => one === file.type)
  // Pages without TLS have no hashes.
  if (file.size < directBytes || !mediaType || !globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const sha256 = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'))
  const described = { fileName: file.name.slice(-255), mediaType, size: file.size }
  const { upload } = await api.document.startDirect(
    {
      did,
      body: {
        ...described,
        documentType,
        sha256: sha256.join(''),
        ...(documentId && { documentId }),
      },
    },
    { signal },
  )
  return upload
}

type Place = {
  readonly method: string
  readonly url: string
  readonly headers: readonly { readonly key: string; readonly value: string }[]
}

/** Sends with progress, which `fetch` does not tell of. */
function send(
  { onProgress, signal }: Upload,
  { method, url, headers }: Place,
  body: Blob | FormData,
) {
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const { key, value } of headers) request.setRequestHeader(key, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      // The bucket lets pages read few of its headers, and asking for another is an error in the console.
      const id = method === 'PUT' ? null : request.getResponseHeader('x-request-id')
      if (request.status === 200) resolve(request.responseText)
      else reject(failureOf(request.status, request.responseText, id))
    }
    request.onerror = () => reject(new TypeError('The connection was lost. Try again.'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** Has the browser save a large file from the bucket; false where the server has to send it. */
export async function saveDirectly(
  owner: string,
  requestingVASPdid: string,
  { s3URL, size }: { s3URL: string; size: number },
  original = false,
): Promise<boolean> {
  if (size < directBytes) return false
  const body = { s3URL, requestingVASPdid, original }
  const { url } = await api.document.directDownload({ did: owner, body })
  if (!url) return false
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.click()
  return true
}
