import { holds, type Input, type OutgoingFile, worksFor } from '@countersign/contracts'
import { type document as contract, directBytes } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { type Caller, demand } from '../caller.ts'
import type { OwnTransaction } from '../handlers.ts'
import { findVersion, insertDownload, isReadable } from './download.store.ts'
import { markedFor } from './mark.ts'

const noSuchDocument = () => fail('not_found', 'No such document')
const keeps = 'trustframework.uploadVASPDocument'
const reads = 'trustframework.getVASP'

/**
 * A file for the owner's people, or for a company that it was shared with. The key is looked up among
 * the owner's documents; it is never an address. The download is logged before the first byte leaves.
 * PDFs of others have the reader's name across their pages, unless the original is asked for.
 */
export async function download(
  call: OwnTransaction,
  { did, query }: Input<typeof contract.download>,
): Promise<OutgoingFile> {
  const { s3URL } = query
  const original = query.original === 'true'
  for (const reader of readersOf(call.caller, did, query.requestingVASPdid)) {
    const file = await open(call, did, reader, { s3URL, original })
    if (!file) continue
    if (reader === did) return file
    const given = original ? file : await markedFor(call.deps, nameOf(call.caller), call.at, file)
    return { ...given, bytes: watched(given.bytes, file.mayGoOn) }
  }
  throw noSuchDocument()
}

/** How long an address of a file can be used: long enough to begin. */
const addressSeconds = 60

/**
 * An address in the bucket for what leaves as it is: the owner's files, and of others what bears no reader's name.
 * Null for anything else, and where every file passes through us.
 */
export async function directDownload(
  call: OwnTransaction,
  { did, body }: Input<typeof contract.directDownload>,
) {
  const { s3URL, original = false, requestingVASPdid } = body
  const { direct } = call.deps.documents.storage
  for (const reader of readersOf(call.caller, did, requestingVASPdid)) {
    const found = await reading(call, did, reader, { s3URL, original }, async (version) => {
      const { storage_key: key, file_name: name, media_type: mediaType, size } = version
      const isMarked = reader !== did && mediaType === 'application/pdf' && !original
      if (!direct || isMarked || size < directBytes) return null
      return direct.download(key, { name, mediaType }, addressSeconds)
    })
    if (!found) continue
    const until = new Date(call.at.getTime() + addressSeconds * 1000).toISOString()
    return { url: found.way, expiresAt: found.way === null ? null : until }
  }
  throw noSuchDocument()
}

/** Who reads, as a marked file says it. */
const nameOf = ({ viewer }: Caller): string => viewer.email ?? viewer.name ?? viewer.did

const missing = (own: boolean) =>
  `The file of this document is missing in storage. ${own ? 'Upload it again.' : 'Ask the company to upload it again.'}`

/** The companies in whose name the caller may try, their own first. */
function readersOf(caller: Caller, owner: string, named: string | undefined): string[] {
  const { grants } = caller.viewer
  if (named !== undefined) {
    demand(caller, named === owner ? keeps : reads, named)
    // The network's operator reads what is shown to the network, and in nobody else's name.
    return worksFor(grants, named) ? [named] : []
  }
  const others = grants.flatMap(({ vaspDID }) => vaspDID ?? [])
  return [
    ...(worksFor(grants, owner) && holds(grants, keeps, owner) ? [owner] : []),
    ...[...new Set(others)].filter((one) => one !== owner && holds(grants, reads, one)),
  ]
}

type Version = NonNullable<Awaited<ReturnType<typeof findVersion>>>
type Asked = { readonly s3URL: string; readonly original?: boolean }

/**
 * A version that a reader may read now. Its download is logged once `reach` has found the way to its bytes;
 * where that is null, there is none of this kind, and nothing is logged.
 */
const reading = <T>(
  { caller, actor, at, deps: { database } }: OwnTransaction,
  owner: string,
  reader: string,
  { s3URL: key, original }: Asked,
  reach: (version: Version) => Promise<T | null | undefined>,
) =>
  database.withTenant(reader, async (tx) => {
    const version = await findVersion(tx, owner, key)
    if (!version) return undefined
    if (reader !== owner && !(await isReadable(tx, owner, reader, version, at))) return undefined
    const way = await reach(version)
    if (way === undefined) throw fail('not_found', missing(reader === owner))
    if (way === null) return { version, way }
    await insertDownload(tx, owner, { did: reader, email: caller.viewer.email }, version, at)
    for (const company of [...new Set([owner, reader])].toSorted())
      await audit(tx, actor, at, {
        company,
        action: 'document.download',
        object: version.document_id,
        detail: {
          version: version.version,
          owner,
          reader,
          ...(original && reader !== owner && { original: true }),
        },
      })
    return { version, way }
  })

async function open(call: OwnTransaction, owner: string, reader: string, asked: Asked) {
  const { database, clock, documents } = call.deps
  const found = await reading(call, owner, reader, asked, ({ storage_key: key }) =>
    documents.storage.get(key),
  )
  if (!found?.way) return undefined
  const { version, way: bytes } = found
  const mayGoOn = () =>
    database.withTenant(reader, (later) =>
      isReadable(later, owner, reader, version, new Date(clock())),
    )
  return {
    name: version.file_name,
    mediaType: version.media_type,
    size: version.size,
    bytes,
    mayGoOn,
  }
}

/** Asked again after so many bytes: an access that was revoked ends in the middle of a file too. */
const watchedBytes = 1_048_576

async function* watched(bytes: AsyncIterable<Uint8Array>, mayGoOn: () => Promise<boolean>) {
  let since = 0
  for await (const chunk of bytes) {
    since += chunk.length
    if (since >= watchedBytes) {
      if (!(await mayGoOn())) throw fail('forbidden', 'Access was revoked')
      since = 0
    }
    yield chunk
  }
}
