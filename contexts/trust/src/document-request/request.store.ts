import {
  type DocumentRequest,
  type DocumentRequestStatus,
  type DocumentType,
  questionnaireType,
} from '@countersign/contracts/trust'
import type { Tx } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** Whose requests, and which of them. */
export type RequestFilter = {
  readonly owner?: string | undefined
  readonly requester?: string | undefined
  readonly status?: DocumentRequestStatus | undefined
}
/** A place in a list of requests, newest change first. */
export type RequestPlace = { readonly updatedAt: string; readonly id: string }

/** How many questions about the questionnaire stand like this between the two companies of a request. */
const questionsThat = (status: 'OPEN' | 'ANSWERED') =>
  sql<number>`case when request.document_type = ${questionnaireType} and request.status = 'APPROVED'
    then (select count(*)::int from trust.ddq_thread t where t.vasp_did = request.vasp_did
      and t.requester_did = request.requester_did and t.status = ${status}) else 0 end`

const requests = (tx: TrustTx) =>
  tx
    .selectFrom('trust.document_request as request')
    .innerJoin('trust.vasp as owner', 'owner.vasp_did', 'request.vasp_did')
    .innerJoin('trust.vasp as requester', 'requester.vasp_did', 'request.requester_did')
    .selectAll('request')
    .select([
      questionsThat('OPEN').as('open_questions'),
      questionsThat('ANSWERED').as('answered_questions'),
      sql<string>`owner.profile ->> 'name'`.as('owner_name'),
      sql<string>`requester.profile ->> 'name'`.as('requester_name'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof requests>['executeTakeFirstOrThrow']>>

const isOpen = (status: string) => status === 'PENDING' || status === 'WAITING_FOR_INFORMATION'

const requestOf = (row: Row) => ({
  id: row.id,
  ownerDid: row.vasp_did,
  ownerName: row.owner_name,
  requestingVASPdid: row.requester_did,
  requestingVASPName: row.requester_name,
  documentType: row.document_type,
  // The column's check knows the same words.
  status: row.status as DocumentRequestStatus,
  message: row.message,
  reason: row.reason,
  requestedAt: row.requested_at.toISOString(),
  dueAt: isOpen(row.status) ? (row.due_at?.toISOString() ?? null) : null,
  decidedAt: row.decided_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  remindedAt: row.reminded_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  openQuestions: row.open_questions,
  answeredQuestions: row.answered_questions,
})

/** Requests that the company of the transaction takes part in, newest change first. */
export async function findRequests(
  tx: TrustTx,
  { owner, requester, status }: RequestFilter,
  limit: number,
  after?: RequestPlace,
): Promise<DocumentRequest[]> {
  let query = requests(tx)
    .orderBy('request.updated_at', 'desc')
    .orderBy('request.id', 'desc')
    .limit(limit)
  if (owner) query = query.where('request.vasp_did', '=', owner)
  if (requester) query = query.where('request.requester_did', '=', requester)
  if (status) query = query.where('request.status', '=', status)
  if (after)
    query = query.where(
      sql<boolean>`(request.updated_at, request.id) < (${new Date(after.updatedAt)}, ${after.id})`,
    )
  return (await query.execute()).map(requestOf)
}

/** One request by its two companies and its type, locked until the transaction ends. */
export async function lockRequest(
  tx: TrustTx,
  owner: string,
  requester: string,
  documentType: string,
): Promise<DocumentRequest | null> {
  const row = await requests(tx)
    .where('request.vasp_did', '=', owner)
    .where('request.requester_did', '=', requester)
    .where('request.document_type', '=', documentType)
    .forUpdate('request')
    .executeTakeFirst()
  return row ? requestOf(row) : null
}

/** One request that `requester` made, by its id, locked. */
export async function lockRequestById(
  tx: TrustTx,
  requester: string,
  requestId: string,
): Promise<DocumentRequest | null> {
  const row = await requests(tx)
    .where('request.requester_did', '=', requester)
    .where('request.id', '=', requestId)
    .forUpdate('request')
    .executeTakeFirst()
  return row ? requestOf(row) : null
}

/** A request as it stands after a change. */
export async function rereadRequest(
  tx: TrustTx,
  owner: string,
  requester: string,
  documentType: string,
): Promise<DocumentRequest> {
  const request = await lockRequest(tx, owner, requester, documentType)
  if (!request) throw new Error('The request no longer exists')
  return request
}

/** What a new request says. */
export type NewRequest = {
  readonly owner: string
  readonly requester: string
  readonly documentType: DocumentType
  readonly status: DocumentRequestStatus
  readonly message: string | null
  readonly due: Date
}

/** Makes a request. @returns its id, or undefined when another call made it at the same time */
export const insertRequest = async (tx: TrustTx, request: NewRequest, at: Date) => {
  const made = await tx
    .insertInto('trust.document_request')
    .values({
      vasp_did: request.owner,
      id: id('req', at.getTime()),
      requester_did: request.requester,
      document_type: request.documentType,
      status: request.status,
      message: request.message,
      requested_at: at,
      due_at: request.due,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** What a move changes. */
type Change = {
  status?: DocumentRequestStatus
  message?: string | null
  reason?: string | null
  requested_at?: Date
  due_at?: Date
  decided_at?: Date | null
  expires_at?: Date | null
  reminded_at?: Date | null
}

/** Changes a locked request. */
export const changeRequest = (
  tx: TrustTx,
  owner: string,
  requestId: string,
  change: Change,
  at: Date,
) =>
  tx
    .updateTable('trust.document_request')
    .set({ ...change, updated_at: at })
    .where('vasp_did', '=', owner)
    .where('id', '=', requestId)
    .execute()

/** To how many requests a company gave access since then: each was a mail to another company. */
export const countOpenedSince = async (tx: TrustTx, owner: string, since: Date) =>
  (
    await tx
      .selectFrom('trust.document_request')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('vasp_did', '=', owner)
      .where('decided_at', '>', since)
      .where('status', '=', 'APPROVED')
      .executeTakeFirstOrThrow()
  ).total

/** How many requests a company sent since then. */
export const countRequestsSince = async (tx: TrustTx, requester: string, since: Date) =>
  (
    await tx
      .selectFrom('trust.document_request')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('requester_did', '=', requester)
      .where('requested_at', '>', since)
      .executeTakeFirstOrThrow()
  ).total

/** When a company requested questionnaires since a moment, the first one first. In a transaction of its own. */
export async function questionnairesSince<T>(
  tx: Tx<T>,
  requester: string,
  since: Date,
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select requested_at as at from trust.document_request
    where requester_did = ${requester} and document_type = ${questionnaireType}
      and requested_at >= ${since} order by requested_at`.execute(tx)
  return rows.map(({ at }) => at)
}
