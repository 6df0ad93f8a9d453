import { type DdqDocument, questionnaireType } from '@countersign/contracts/trust'
import { findVersionHashes, hasGrant } from '../document/index.ts'
import type { TrustTx } from '../tables.ts'
import { visibleTo } from './access.ts'
import { documentOf } from './questionnaire.operations.ts'
import { findVersion } from './questionnaire.store.ts'

/**
 * A version of a company's questionnaire as another one, or the company itself, may read it, with what was annexed.
 * The newest when none is named. Runs in the transaction of the company that is read.
 */
export async function findQuestionnaire(
  tx: TrustTx,
  did: string,
  requester: string,
  at: Date,
  version?: number,
): Promise<
  | { document: DdqDocument; annexes: { title: string; version: number; sha256: string }[] }
  | undefined
> {
  const isOwn = did === requester
  if (!isOwn && !(await hasGrant(tx, did, requester, questionnaireType, at))) return undefined
  const newest = await findVersion(tx, did)
  const row = version === undefined ? newest : await findVersion(tx, did, version)
  if (!row || !newest) return undefined
  if (!isOwn && !(await visibleTo(tx, did, requester, newest.version)).has(row.version))
    return undefined
  const document = documentOf(row, at)
  const annexes = await findVersionHashes(tx, did, document.declaration.annexes)
  return { document, annexes }
}
