import { holds, type Input, type OutgoingFile, worksFor } from '@countersign/contracts'
import type { document as contract } from '@countersign/contracts/trust'
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
  for (const reader of readersOf(call.caller, did, query.requestingVASPdid)) {
    const file = await open(call, did, reader, query)
    if (!file) continue
    if (reader === did) return file
    const given = query.original
      ? file
      : await markedFor(call.deps, nameOf(call.caller), call.at, file)
    return { ...given, bytes: watched(given.bytes, file.mayGoOn) }
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

const open = (
  { caller, actor, at, deps: { database, clock, documents } }: OwnTransaction,
  owner: string,
  reader: string,
  { s3URL: key, original }: Input<typeof contract.download>['query'],
) =>
  database.withTenant(reader, async (tx) => {
    const version = await findVersion(tx, owner, key)
    if (!version) return undefined
    if (reader !== owner && !(await isReadable(tx, owner, reader, version, at))) return undefined
    const bytes = await documents.storage.get(version.storage_key)
    if (!bytes) throw fail('not_found', missing(reader === owner))
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
  })

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
