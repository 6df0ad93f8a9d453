import { ApiError } from '@countersign/kit/client'
import { identifier } from './client.ts'

/** A file from an address of the API, as bytes. Rejects with `ApiError`. */
export async function fetchBytes(address: string): Promise<Blob> {
  const answer = await fetch(`/api${address}`, { headers: identifier })
  if (answer.ok) return answer.blob()
  throw failureOf(answer.status, await answer.text(), answer.headers.get('x-request-id'))
}

/** Why a file was refused. */
export function failureOf(status: number, text: string, requestId: string | null): ApiError {
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // What stands before us may answer in its own words.
  }
  return new ApiError(status, body, requestId, 'The server refused the file')
}
