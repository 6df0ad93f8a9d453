import type { Input } from '@countersign/contracts'
import { type document as contract, directBytes } from '@countersign/contracts/trust'
import { Failure, fail, invalid, mayFail } from '@countersign/kit/errors'
import * as z from 'zod/mini'
import type { OwnTransaction } from '../handlers.ts'
import { countLooseFiles, insertLooseFiles } from './loose-file.store.ts'
import { spool } from './spool.ts'
import { safeName } from './type.rules.ts'
import {
  checkRoom,
  checkTicket,
  keepSpooled,
  newKey,
  newTicket,
  openTicket,
  Ticket,
} from './upload.operations.ts'

const minuteMs = 60_000
/** Large files that a company may begin to send in an hour; the sweep then forgets them. */
const perHour = 200

/** A ticket for a file that goes to the bucket, which knows that file and no other. */
const DirectTicket = z.extend(Ticket, {
  key: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  sha256: z.string(),
})
const direct = { shape: DirectTicket, place: 'document-direct-ticket' }

/**
 * Where a large file can be sent without us. It lies there under a key that no document ever has, and goes with
 * the sweep of files that nobody names.
 */
export async function startDirect(
  call: OwnTransaction,
  { did, body }: Input<typeof contract.startDirect>,
) {
  const { at, deps } = call
  const { database, documents, vault } = deps
  const { mediaType, size, sha256 } = body
  const access = size >= directBytes ? documents.storage.direct : undefined
  if (!access) return { upload: null }
  const key = newKey(did)
  const ticket = await database.withTenant(did, async (tx) => {
    const made = await newTicket(tx, call, did, body)
    await checkRoom(tx, did, made)
    if ((await countLooseFiles(tx, did)) >= perHour)
      throw fail('too_many_requests', `A company can upload ${perHour} large files an hour`, {
        retryAfter: 600,
      })
    await insertLooseFiles(tx, did, [key], at)
    return made
  })
  const file = { mediaType, size, sha256: Buffer.from(sha256, 'hex') }
  const { url, headers } = await access.upload(key, file, (ticket.until - at.getTime()) / 1000)
  const sealed: z.infer<typeof DirectTicket> = {
    ...ticket,
    key,
    name: safeName(body.fileName),
    mediaType,
    size,
    sha256,
    // What was begun in time may take a while to arrive.
    until: ticket.until + 20 * minuteMs,
  }
  return {
    upload: {
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ key: name, value })),
      ticket: vault.seal(JSON.stringify(sealed), direct.place),
      expiresAt: new Date(ticket.until).toISOString(),
    },
  }
}

/**
 * Reads what was sent to the bucket and judges it as if it had been sent to us. What is kept is what was judged,
 * under another key: whoever still has the address changes nothing.
 */
export async function completeDirect(
  call: OwnTransaction,
  { did, body }: Input<typeof contract.completeDirect>,
) {
  const { deps } = call
  const ticket = openTicket(call, did, body.ticket, direct)
  await checkTicket(call, did, ticket)
  const { key, name, mediaType, size, sha256 } = ticket
  const bytes = await deps.documents.storage.get(key)
  if (!bytes) throw fail('conflict', 'The file hasn’t arrived yet. Send it, then try again.')
  // Its row stays for the sweep: as long as the address holds, the file can be sent once more.
  const drop = () => mayFail('the sweep removes it again', deps.documents.storage.remove(key))
  try {
    const file = { name, mediaType, bytes: upTo(size, bytes) }
    const spooled = await spool(deps.documents.spoolFolder, file)
    if (spooled.size !== size || spooled.sha256.toString('hex') !== sha256) {
      await spooled.remove()
      throw another()
    }
    const document = await keepSpooled(call, did, { ticket, body, name, spooled })
    await drop()
    return document
  } catch (error) {
    // What was refused once is refused again; anything else may be tried once more.
    if (error instanceof Failure && error.status === 422) await drop()
    throw error
  }
}

const another = () => invalid(['body', 'ticket'], 'Another file arrived than was announced')

async function* upTo(size: number, bytes: AsyncIterable<Uint8Array>) {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.length
    if (seen > size) throw another()
    yield chunk
  }
}
