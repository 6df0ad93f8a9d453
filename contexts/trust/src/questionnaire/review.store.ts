import type { TrustTx } from '../tables.ts'

/** A company's marks on another's questionnaire. */
export const findMarks = (tx: TrustTx, did: string, reviewed: string) =>
  tx
    .selectFrom('trust.ddq_mark')
    .select(['section', 'mark', 'note', 'version', 'revision', 'updated_at', 'updated_by'])
    .where('vasp_did', '=', did)
    .where('reviewed_did', '=', reviewed)
    .orderBy('section')
    .execute()

/** The versions on which it decided, newest first. */
export const findPins = (tx: TrustTx, did: string, reviewed: string) =>
  tx
    .selectFrom('trust.ddq_pin')
    .select(['version', 'at', 'by'])
    .where('vasp_did', '=', did)
    .where('reviewed_did', '=', reviewed)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** A mark as it is stored. */
type Mark = {
  readonly section: string
  readonly mark: string | null
  readonly note: string
  readonly version: number
  readonly by: string
  readonly at: Date
}

/** Stores a mark if it is still the one of `revision` (0 for none); undefined when it is not. */
export async function saveMark(
  tx: TrustTx,
  did: string,
  reviewed: string,
  { section, mark, note, version, by, at }: Mark,
  revision: number,
) {
  const fresh = { mark, note, version, revision: revision + 1, updated_at: at, updated_by: by }
  const key = { vasp_did: did, reviewed_did: reviewed, section }
  const returned = [
    'section',
    'mark',
    'note',
    'version',
    'revision',
    'updated_at',
    'updated_by',
  ] as const
  if (revision === 0)
    return tx
      .insertInto('trust.ddq_mark')
      .values({ ...key, ...fresh })
      .onConflict((conflict) => conflict.doNothing())
      .returning(returned)
      .executeTakeFirst()
  return tx
    .updateTable('trust.ddq_mark')
    .set(fresh)
    .where('vasp_did', '=', did)
    .where('reviewed_did', '=', reviewed)
    .where('section', '=', section)
    .where('revision', '=', revision)
    .returning(returned)
    .executeTakeFirst()
}

/** Notes the version that a review was decided on. */
export const addPin = (
  tx: TrustTx,
  did: string,
  reviewed: string,
  { version, by, at }: { version: number; by: string; at: Date },
) =>
  tx
    .insertInto('trust.ddq_pin')
    .values({ vasp_did: did, reviewed_did: reviewed, version, by, at })
    .execute()
