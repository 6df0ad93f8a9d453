import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  answerDays,
  type DocumentRequestStatus,
  type DocumentType,
  type EvidenceStatus,
} from '@countersign/contracts/trust'
import { id } from '@countersign/kit/ids'
import type { TrustDeps } from '../deps.ts'
import {
  countDocuments,
  grantCurrentVersions,
  informationArrived,
  insertDocument,
  insertVersion,
} from '../document/index.ts'
import { changeRequest, insertRequest, lockRequest } from '../document-request/index.ts'
import { addEvidence, decideEvidence } from '../evidence/index.ts'
import type { TrustDatabase } from '../tables.ts'

/** A document to begin with. */
export type SeedDocument = {
  readonly did: string
  readonly type: DocumentType
  readonly title: string
  readonly fileName: string
  readonly expiresOn: string | null
  readonly pdf: Uint8Array
  readonly daysAgo: number
  /** Set where the company showed it to the network to be verified. */
  readonly evidence?: EvidenceStatus
}

/** A request to begin with. */
export type SeedRequest = {
  readonly owner: string
  readonly requester: string
  readonly documentType: DocumentType
  readonly status: DocumentRequestStatus
  readonly message: string | null
  readonly reason?: string
  readonly hoursAgo: number
  readonly decidedHoursAgo?: number
}

const hour = 3_600_000
const system = { did: 'system' }

/** Adds documents of companies that keep none of the type; what is there stays. */
export async function seedDocuments(
  database: TrustDatabase,
  { storage, spoolFolder }: TrustDeps['documents'],
  seeds: readonly SeedDocument[],
  now: Date,
): Promise<void> {
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
  for (const seed of seeds) {
    const { did, type, title, pdf, expiresOn } = seed
    const at = new Date(now.getTime() - seed.daysAgo * 24 * hour)
    if (await database.withTenant(did, (tx) => countDocuments(tx, did, type))) continue
    const [path, key] = [join(spoolFolder, randomUUID()), `vasps/${did}/${randomUUID()}`]
    const sha256 = createHash('sha256').update(pdf).digest()
    await writeFile(path, pdf, { mode: 0o600 })
    await storage.put(key, { path, sha256, size: pdf.length, mediaType: 'application/pdf' })
    await database.withTenant(did, async (tx) => {
      const documentId = id('doc', at.getTime())
      await insertDocument(tx, did, { id: documentId, type, title, expiresOn }, at)
      await insertVersion(
        tx,
        did,
        {
          documentId,
          version: 1,
          key,
          ticket: key,
          fileName: seed.fileName,
          sha256,
          mediaType: 'application/pdf',
          size: pdf.length,
          uploadedBy: system.did,
        },
        at,
      )
      await informationArrived(tx, system, did, type, at)
      const { evidence } = seed
      if (evidence) {
        await addEvidence(tx, did, [{ id: documentId, version: 1 }], at)
        const decision = { status: evidence, byName: 'Noor Aziz', reason: null }
        if (evidence !== 'WAITING')
          await decideEvidence(tx, did, { documentId, version: 1 }, decision, at)
      }
    })
  }
}

/** Adds requests that nobody made yet, with the access that an approval gives. */
export async function seedRequests(
  database: TrustDatabase,
  seeds: readonly SeedRequest[],
  now: Date,
): Promise<void> {
  for (const { owner, requester, documentType, status, message, reason, ...ago } of seeds) {
    const at = new Date(now.getTime() - ago.hoursAgo * hour)
    const made = await database.withTenant(requester, (tx) =>
      insertRequest(
        tx,
        {
          owner,
          requester,
          documentType,
          message,
          due: new Date(at.getTime() + answerDays * 24 * hour),
          status: status === 'WAITING_FOR_INFORMATION' ? status : 'PENDING',
        },
        at,
      ),
    )
    if (!made || ago.decidedHoursAgo === undefined) continue
    const decided = new Date(now.getTime() - ago.decidedHoursAgo * hour)
    await database.withTenant(owner, async (tx) => {
      const until = new Date(decided.getTime() + 7 * 24 * hour)
      const ends = status === 'APPROVED' ? until : status === 'REVOKED' ? decided : null
      const decision = { status, reason: reason ?? null, decided_at: decided, expires_at: ends }
      await changeRequest(tx, owner, made, decision, decided)
      const request = await lockRequest(tx, owner, requester, documentType)
      if (request && status === 'APPROVED') await grantCurrentVersions(tx, request, until, decided)
    })
  }
}
