import { type DdqThreadStatus, questionnaireType } from '@countersign/contracts/trust'
import { id } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** Threads that a company takes part in, and which of them. */
export type ThreadFilter = {
  readonly owner?: string | undefined
  readonly requester?: string | undefined
  readonly status?: DdqThreadStatus | undefined
}
/** A place in a list of threads, latest change first. */
export type ThreadPlace = { readonly updatedAt: string; readonly id: string }

const isShared = (at: Date) =>
  sql<boolean>`coalesce(request.status = 'APPROVED' and request.expires_at > ${at}, false)`

/** The owner keeps its threads; who asked sees them as long as the questionnaire is shared. */
const threads = (tx: TrustTx, company: string, at: Date) =>
  tx
    .selectFrom('trust.ddq_thread as thread')
    .innerJoin('trust.vasp as owner', 'owner.vasp_did', 'thread.vasp_did')
    .innerJoin('trust.vasp as requester', 'requester.vasp_did', 'thread.requester_did')
    .leftJoin('trust.document_request as request', (join) =>
      join
        .onRef('request.vasp_did', '=', 'thread.vasp_did')
        .onRef('request.requester_did', '=', 'thread.requester_did')
        .on('request.document_type', '=', questionnaireType),
    )
    .where((eb) =>
      eb.or([
        eb('thread.vasp_did', '=', company),
        eb.and([eb('thread.requester_did', '=', company), isShared(at)]),
      ]),
    )

const shown = (tx: TrustTx, company: string, at: Date) =>
  threads(tx, company, at)
    .selectAll('thread')
    .select([
      sql<string>`owner.profile ->> 'name'`.as('owner_name'),
      sql<string>`requester.profile ->> 'name'`.as('requester_name'),
      isShared(at).as('is_shared'),
    ])

/** A thread with the names of its companies. */
export type ThreadRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

/** A company's threads, latest change first. */
export function findThreads(
  tx: TrustTx,
  company: string,
  { owner, requester, status }: ThreadFilter,
  limit: number,
  after: ThreadPlace | undefined,
  at: Date,
): Promise<ThreadRow[]> {
  let query = shown(tx, company, at)
    .orderBy('thread.updated_at', 'desc')
    .orderBy('thread.id', 'desc')
    .limit(limit)
  if (owner) query = query.where('thread.vasp_did', '=', owner)
  if (requester) query = query.where('thread.requester_did', '=', requester)
  if (status) query = query.where('thread.status', '=', status)
  if (after)
    query = query.where(
      sql<boolean>`(thread.updated_at, thread.id) < (${new Date(after.updatedAt)}, ${after.id})`,
    )
  return query.execute()
}

const oneThread = (tx: TrustTx, company: string, threadId: string, at: Date) =>
  shown(tx, company, at).where('thread.id', '=', threadId)

/** One thread that a company takes part in. */
export const findThread = (...of: Parameters<typeof oneThread>) =>
  oneThread(...of).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockThread = (...of: Parameters<typeof oneThread>) =>
  oneThread(...of)
    .forUpdate('thread')
    .executeTakeFirst()

/** With whom a company has threads that wait for it, how many, and since when; the longest wait first. */
export const findAwaiting = (
  tx: TrustTx,
  company: string,
  { owner, requester }: Omit<ThreadFilter, 'status'>,
  at: Date,
) => {
  let query = threads(tx, company, at)
    .where(isShared(at))
    .where((eb) =>
      eb.or([
        eb.and([eb('thread.vasp_did', '=', company), eb('thread.status', '=', 'OPEN')]),
        eb.and([eb('thread.requester_did', '=', company), eb('thread.status', '=', 'ANSWERED')]),
      ]),
    )
    .groupBy(['thread.vasp_did', 'thread.requester_did', 'owner.vasp_did', 'requester.vasp_did'])
    .select((eb) => [
      'thread.vasp_did',
      'thread.requester_did',
      sql<string>`owner.profile ->> 'name'`.as('owner_name'),
      sql<string>`requester.profile ->> 'name'`.as('requester_name'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('thread.updated_at').as('since'),
    ])
    .orderBy('since')
  if (owner) query = query.where('thread.vasp_did', '=', owner)
  if (requester) query = query.where('thread.requester_did', '=', requester)
  return query.execute()
}

/** How many questions a company has asked of another. */
export const countThreads = async (tx: TrustTx, owner: string, requester: string) =>
  (
    await tx
      .selectFrom('trust.ddq_thread')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('vasp_did', '=', owner)
      .where('requester_did', '=', requester)
      .executeTakeFirstOrThrow()
  ).total

/** Opens a thread. @returns its id */
export async function insertThread(
  tx: TrustTx,
  thread: { owner: string; requester: string; version: number; about: string },
  at: Date,
): Promise<string> {
  const threadId = id('ddqt', at.getTime())
  await tx
    .insertInto('trust.ddq_thread')
    .values({
      vasp_did: thread.owner,
      id: threadId,
      requester_did: thread.requester,
      version: thread.version,
      about: thread.about,
      status: 'OPEN',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return threadId
}

/** Moves a locked thread. */
export const moveThread = (
  tx: TrustTx,
  owner: string,
  threadId: string,
  status: DdqThreadStatus,
  at: Date,
) =>
  tx
    .updateTable('trust.ddq_thread')
    .set({ status, updated_at: at })
    .where('vasp_did', '=', owner)
    .where('id', '=', threadId)
    .execute()

/** Something that a company says in a thread. */
type Said = {
  readonly owner: string
  readonly threadId: string
  readonly number: number
  readonly author: string
  readonly by: string
  readonly name: string | null
  readonly text: string
}

/** Adds a comment to a locked thread. */
export const insertComment = (tx: TrustTx, said: Said, at: Date) =>
  tx
    .insertInto('trust.ddq_comment')
    .values({
      vasp_did: said.owner,
      thread_id: said.threadId,
      number: said.number,
      author_did: said.author,
      by_did: said.by,
      by_name: said.name,
      text: said.text,
      at,
    })
    .execute()

/** What was said in these threads, oldest first. */
export const findComments = (tx: TrustTx, rows: readonly Pick<ThreadRow, 'vasp_did' | 'id'>[]) =>
  tx
    .selectFrom('trust.ddq_comment')
    .selectAll()
    .where('vasp_did', 'in', ['', ...new Set(rows.map((row) => row.vasp_did))])
    .where('thread_id', 'in', ['', ...rows.map((row) => row.id)])
    .orderBy('number')
    .execute()
