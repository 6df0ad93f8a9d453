import { buffer } from 'node:stream/consumers'
import type { OutgoingFile } from '@countersign/contracts'
import type { TrustDeps } from '../deps.ts'

/**
 * A file of another company as its reader gets it: a PDF has their name across its pages. What can't be written on
 * (a damaged file, or one that opens with a password only) stays as it is, as do other kinds of files.
 */
export async function markedFor(
  { documents }: TrustDeps,
  reader: string,
  at: Date,
  file: OutgoingFile,
): Promise<OutgoingFile> {
  if (!documents.mark || file.mediaType !== 'application/pdf') return file
  const original = await buffer(file.bytes)
  const bytes = (await documents.mark(original, reader, at)) ?? original
  return { ...file, size: bytes.length, bytes: piecesOf(bytes) }
}

const piece = 65_536

async function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}
