import { type Input, Instant } from '@countersign/contracts'
import {
  questionnaireThread as contract,
  type DdqThread,
  type DdqThreadAction,
  type DdqThreadStatus,
  ddqCommentLimit,
  ddqThreadLimit,
  isGranted,
  questionnaireType,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { cursorOf, PlaceText } from '@countersign/kit/cursor'
import { fail } from '@countersign/kit/errors'
import { noticeLater } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import * as z from 'zod/mini'
import { lockRequest } from '../document-request/index.ts'
import { handlers, type InCompany } from '../handlers.ts'
import { within } from '../profile/index.ts'
import { mustHaveRead } from '../questionnaire/index.ts'
import type { TrustTx } from '../tables.ts'
import { afterComment, answeredMail, askedMail } from './thread.rules.ts'
import {
  countThreads,
  findAwaiting,
  findComments,
  findThread,
  findThreads,
  insertComment,
  insertThread,
  lockThread,
  moveThread,
  type ThreadRow,
} from './thread.store.ts'
import { shown } from './thread.view.ts'

/** Questions about questionnaires. */
export const questionnaireThread = handlers(contract, {
  list,
  ask,
  comment,
  resolve: (call, { thread }) => move(call, thread, 'resolve'),
  reopen: (call, { thread }) => move(call, thread, 'reopen'),
})

const cursors = cursorOf('questionnaire-threads', z.tuple([Instant, PlaceText]))

async function list(
  { tx, company, at, deps: { vault } }: InCompany,
  { query }: Input<typeof contract.list>,
) {
  const { ownerDid: owner, requestingVASPdid: requester, status, limit, cursor } = query
  const pair = { owner, requester }
  const [updatedAt, id] = cursor === undefined ? [] : cursors.read(vault, cursor)
  const after = updatedAt && id ? { updatedAt, id } : undefined
  const rows = await findThreads(tx, company, { ...pair, status }, limit + 1, after, at)
  const threads = await shown(tx, company, rows.slice(0, limit))
  const last = rows.length > limit ? threads.at(-1) : undefined
  const awaiting = await findAwaiting(tx, company, pair, at)
  return {
    threads,
    next: last ? cursors.write(vault, [last.updatedAt, last.id]) : null,
    awaiting: awaiting.reduce((sum, { count }) => sum + count, 0),
  }
}

async function ask(
  call: InCompany,
  { body: { ownerDid: owner, version, about, text } }: Input<typeof contract.ask>,
) {
  const { tx, company, at } = call
  // Held, so that questions of one company come one after the other, and none after access ended.
  const request = await lockRequest(tx, owner, company, questionnaireType)
  if (!request || !isGranted(request, at.getTime()))
    throw fail('not_found', 'No questionnaire is shared with you')
  await mustHaveRead(tx, company, owner, version)
  if ((await countThreads(tx, owner, company)) >= ddqThreadLimit)
    throw fail('conflict', `You can ask a company ${ddqThreadLimit} questions`)
  const waited = await isAwaited(tx, owner, company, 'OPEN', at)
  const threadId = await insertThread(tx, { owner, requester: company, version, about }, at)
  await say(call, owner, threadId, 1, text)
  return tell(call, threadId, 'ask', !waited)
}

async function comment(
  call: InCompany,
  { thread: threadId, body: { text } }: Input<typeof contract.comment>,
) {
  const { tx, company, at } = call
  const thread = await writable(call, threadId)
  if (thread.status === 'RESOLVED')
    throw fail('conflict', 'This question is resolved. Reopen it first.')
  const said = (await findComments(tx, [thread])).length
  if (said >= ddqCommentLimit)
    throw fail('conflict', `A question can have ${ddqCommentLimit} comments`)
  const { vasp_did: owner, requester_did: requester } = thread
  const { action, status } = afterComment(company === owner)
  const waited = await isAwaited(tx, owner, requester, status, at)
  await say(call, owner, threadId, said + 1, text)
  await moveThread(tx, owner, threadId, status, at)
  return tell(call, threadId, action, !waited)
}

/** Who asked resolves; either side reopens. Doing so once more changes nothing. */
async function move(call: InCompany, threadId: string, action: 'resolve' | 'reopen') {
  const { tx, company, at } = call
  const thread = await writable(call, threadId)
  const { vasp_did: owner, requester_did: requester } = thread
  if (action === 'resolve' && company === owner)
    throw fail('forbidden', 'Only the company that asked can resolve a question')
  if ((thread.status === 'RESOLVED') === (action === 'resolve')) return one(call, threadId)
  const status = action === 'resolve' ? 'RESOLVED' : 'OPEN'
  const isNews = action === 'reopen' && company === requester
  const waited = isNews && (await isAwaited(tx, owner, requester, status, at))
  await moveThread(tx, owner, threadId, status, at)
  return tell(call, threadId, action, isNews && !waited)
}

/** A thread that the company takes part in, held with its request. @throws 404, 409 once access has ended */
async function writable({ tx, company, at }: InCompany, threadId: string): Promise<ThreadRow> {
  const none = fail('not_found', 'No such question')
  const seen = await findThread(tx, company, threadId, at)
  if (!seen) throw none
  // First the request, then the thread: asking locks in the same order.
  await lockRequest(tx, seen.vasp_did, seen.requester_did, questionnaireType)
  const thread = await lockThread(tx, company, threadId, at)
  if (!thread) throw none
  if (!thread.is_shared)
    throw fail('conflict', 'The questionnaire is no longer shared with this company')
  return thread
}

async function say(
  { tx, company, actor, caller, at }: InCompany,
  owner: string,
  threadId: string,
  number: number,
  text: string,
): Promise<void> {
  const name = caller.viewer.name ?? null
  const said = { owner, threadId, number, author: company, by: actor.did, name, text }
  await insertComment(tx, said, at)
}

/** Whether something of these two already waits for the side that `status` waits for. */
const isAwaited = async (
  tx: TrustTx,
  owner: string,
  requester: string,
  status: DdqThreadStatus,
  at: Date,
) => (await findThreads(tx, owner, { owner, requester, status }, 1, undefined, at)).length > 0

/** Tells both companies' webhooks and chains, and by mail the other's admins once something begins to wait. */
async function tell(call: InCompany, threadId: string, action: DdqThreadAction, mails: boolean) {
  const { tx, company, actor, at, deps } = call
  const thread = await one(call, threadId)
  const { ownerDid, requestingVASPdid, version, about, status } = thread
  const both = [ownerDid, requestingVASPdid].toSorted()
  const payload = {
    threadId,
    ownerDid,
    requestingVASPdid,
    questionnaireVersion: version,
    about,
    action,
    status,
    at: at.toISOString(),
  }
  for (const did of both)
    emit(tx, { type: 'questionnaire.thread.changed', company: did, payload, at })
  if (mails) {
    const other = company === ownerDid ? requestingVASPdid : ownerDid
    const mail = (company === ownerDid ? answeredMail : askedMail)(thread, deps.origin)
    const admins = await within(tx, other, company, () => deps.adminAddresses(tx, other))
    for (const to of admins) noticeLater(tx, { to, ...mail }, at)
  }
  // The chains are locked last, in the order of their DIDs.
  const detail = { ownerDid, requestingVASPdid, version, about, status }
  for (const did of both)
    await audit(tx, actor, at, {
      company: did,
      action: `questionnaireThread.${action}`,
      object: threadId,
      detail,
    })
  return thread
}

/** A thread as the company sees it. */
async function one({ tx, company, at }: InCompany, threadId: string): Promise<DdqThread> {
  const row = await findThread(tx, company, threadId, at)
  const [thread] = row ? await shown(tx, company, [row]) : []
  if (!thread) throw new Error('The question no longer exists')
  return thread
}
