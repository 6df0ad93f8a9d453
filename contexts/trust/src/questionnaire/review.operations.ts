import type { Input } from '@countersign/contracts'
import {
  type questionnaireReview as contract,
  DdqMark,
  type SectionId,
  sectionIds,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { InCompany } from '../handlers.ts'
import { within } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { findReadVersions } from './read.store.ts'
import { addPin, findMarks, findPins, saveMark } from './review.store.ts'

/** A company's own notes on another's questionnaire; empty when it wrote none. */
export async function getDdqReview(tx: TrustTx, did: string, reviewed: string) {
  const [marks, pins] = [await findMarks(tx, did, reviewed), await findPins(tx, did, reviewed)]
  return {
    vaspDID: did,
    reviewedVaspDID: reviewed,
    marks: marks.map(markOf),
    pins: pins.map((pin) => ({ version: pin.version, at: pin.at.toISOString(), by: pin.by })),
  }
}

/**
 * Marks a section of a version that the company has read.
 * @throws 404 without such a section or reading, 409 when a colleague changed the mark
 */
export async function putMark(
  { tx, company: did, actor, at }: InCompany,
  { reviewedDid: reviewed, section, body }: Input<typeof contract.mark>,
) {
  if (!isSection(section)) throw fail('not_found', 'No such section')
  const { mark, note, version, revision } = body
  await mustHaveRead(tx, did, reviewed, version)
  const fresh = { section, mark, note, version, by: actor.did, at }
  const row = await saveMark(tx, did, reviewed, fresh, revision)
  if (!row) throw fail('conflict', 'A colleague changed this mark. Check it and try again.')
  const detail = { section, mark, version }
  const action = 'questionnaireReview.mark'
  await audit(tx, actor, at, { company: did, action, object: reviewed, detail })
  return markOf(row)
}

/** Keeps the version that a review was decided on. @throws 404 when it was never read */
export async function pinVersion(
  { tx, company: did, actor, at }: InCompany,
  { reviewedDid: reviewed, body: { version } }: Input<typeof contract.pin>,
) {
  await mustHaveRead(tx, did, reviewed, version)
  await addPin(tx, did, reviewed, { version, by: actor.did, at })
  const action = 'questionnaireReview.pin'
  await audit(tx, actor, at, { company: did, action, object: reviewed, detail: { version } })
  return getDdqReview(tx, did, reviewed)
}

/**
 * Readings stand in the rows of the company that was read, and are never taken back.
 * @throws 404 when the company has not read this version
 */
export async function mustHaveRead(
  tx: TrustTx,
  did: string,
  reviewed: string,
  version: number,
): Promise<void> {
  const read = await within(tx, reviewed, did, () => findReadVersions(tx, reviewed, did))
  if (!read.includes(version)) throw fail('not_found', 'You haven’t read this version')
}

const isSection = (text: string): text is SectionId =>
  sectionIds.some((section) => section === text)

const markOf = (row: Awaited<ReturnType<typeof findMarks>>[number]) =>
  DdqMark.parse({
    section: row.section,
    mark: row.mark,
    note: row.note,
    version: row.version,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  })
