import type { TrustTx } from '../tables.ts'

/** Who read which version for which company. */
type Reading = { readonly requester: string; readonly reader: string; readonly version: number }

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)

/** Notes a reading; false when the same person's of this hour is noted already. */
export async function addRead(
  tx: TrustTx,
  did: string,
  { requester, reader, version }: Reading,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .insertInto('trust.ddq_read')
    .values({ vasp_did: did, requester_did: requester, reader, version, hour: hourOf(at), at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .execute()
  return rows.length > 0
}

/** The versions that a company has read. */
export const findReadVersions = async (tx: TrustTx, did: string, requester: string) =>
  (
    await tx
      .selectFrom('trust.ddq_read')
      .select('version')
      .distinct()
      .where('vasp_did', '=', did)
      .where('requester_did', '=', requester)
      .execute()
  ).map(({ version }) => version)

/** The readings by other companies, newest first. */
export const findReads = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.ddq_read')
    .select(['requester_did', 'reader', 'version', 'at'])
    .where('vasp_did', '=', did)
    .orderBy('at', 'desc')
    .orderBy('requester_did')
    .orderBy('reader')
    .orderBy('version', 'desc')
    .limit(200)
    .execute()
