import { dayText, holdsAsOwn, type Input, Instant } from '@countersign/contracts'
import {
  documentRequest as contract,
  type DocumentRequest,
  type DocumentType,
  documentRequestActions,
  documentRequestRefusal,
  questionnaireType,
  reminderRefusal,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { cursorOf, PlaceText } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import { noticeLater } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import type { Vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import { onlyOwn } from '../audience.rules.ts'
import type { Deps } from '../deps.ts'
import {
  documentRequested,
  documentRequestUpdated,
  endGrantsOfRequest,
  endOf,
  grantAnnexes,
  grantCurrentVersions,
  hasInformation,
} from '../document/index.ts'
import { handlers, type OwnTransaction } from '../handlers.ts'
import { findVasp } from '../profile/index.ts'
import { annexesOf, findVersion } from '../questionnaire/index.ts'
import type { TrustTx } from '../tables.ts'
import { answeredMail, askedMail } from './request.rules.ts'
import {
  changeRequest,
  countRequestsSince,
  findRequests,
  insertRequest,
  lockRequest,
  lockRequestById,
  questionnairesSince,
  type RequestPlace,
  rereadRequest as reread,
} from './request.store.ts'
import { mayShare, unasked } from './share.ts'

/** Requests for documents between companies. */
export const documentRequest = handlers(contract, { list, act, remind })

const dayMs = 86_400_000
/** Requests that one company may send in a day. */
const dailyLimit = 50

const cursors = cursorOf('requests', z.tuple([Instant, PlaceText]))

function placeOf(vault: Vault, cursor: string | undefined): RequestPlace | undefined {
  if (cursor === undefined) return undefined
  const [updatedAt, id] = cursors.read(vault, cursor)
  return { updatedAt, id }
}

/** Requests to one company as its people see them, or those that the viewer's companies sent. */
async function list(
  { caller, deps: { database, vault } }: OwnTransaction,
  { did, query }: Input<typeof contract.list>,
) {
  const { grants } = caller.viewer
  const { limit, status, requestingVASPdid: requester } = query
  const permission = 'trustframework.getVASP'
  const place = placeOf(vault, query.cursor)
  const sent = did === 'outgoing-requests'
  const own = grants.flatMap(({ vaspDID }) => vaspDID ?? [])
  const asOwner = !sent && holdsAsOwn(grants, permission, did)
  if (!asOwner && (requester !== undefined || !sent)) onlyOwn(grants, permission, requester ?? did)
  const tenants = asOwner
    ? [did]
    : requester
      ? [requester]
      : [...new Set(own)].filter((one) => holdsAsOwn(grants, permission, one))
  const pages = await Promise.all(
    tenants.map((tenant) => {
      const filter = asOwner
        ? { owner: did, requester, status }
        : { owner: sent ? undefined : did, requester: tenant, status }
      return database.withTenant(tenant, (tx) => findRequests(tx, filter, limit + 1, place))
    }),
  )
  const found = pages.flat().toSorted(newestFirst)
  const last = found.length > limit ? found[limit - 1] : undefined
  const next = last && cursors.write(vault, [last.updatedAt, last.id])
  return { requests: found.slice(0, limit), next: next ?? null }
}

const newestFirst = (a: DocumentRequest, b: DocumentRequest) =>
  b.updatedAt.localeCompare(a.updatedAt) || (a.id < b.id ? 1 : -1)

/** Asks for documents as the requester, or answers as the owner. */
async function act(
  { caller, actor, at, deps }: OwnTransaction,
  { did: owner, query }: Input<typeof contract.act>,
) {
  const { requestingVASPdid: requester, accessAction } = query
  const { side, permission } = documentRequestActions[accessAction]
  const [tenant, other] = side === 'owner' ? [owner, requester] : [requester, owner]
  onlyOwn(caller.viewer.grants, permission, tenant)
  if (owner === requester)
    throw invalid(['query', 'requestingVASPdid'], 'A company can’t send a request to itself')
  const addresses = await adminsOf(deps, other)
  return deps.database.withTenant(tenant, async (tx) => {
    const locked = await lockRequest(tx, owner, requester, query.documentType)
    const before =
      accessAction === 'SHARE' ? (locked ?? (await unasked(tx, owner, query, at))) : locked
    const request =
      accessAction === 'REQUEST'
        ? await ask(deps, tx, owner, query, before, at)
        : accessAction === 'WITHDRAW'
          ? await withdraw(tx, before, at)
          : await answer(tx, accessAction, query, before, at)
    const asked = accessAction === 'REQUEST'
    const ownerHears = asked ? documentRequested : documentRequestUpdated
    emit(tx, ownerHears(owner, request, at))
    emit(tx, documentRequestUpdated(requester, request, at))
    // What was withdrawn leaves the other's inbox without a word.
    const mail = asked
      ? askedMail(request, deps.origin)
      : answeredMail(request, deps.origin, accessAction === 'SHARE')
    const hear = accessAction === 'WITHDRAW' ? [] : addresses
    for (const to of hear) noticeLater(tx, { to, ...mail }, at)
    await auditBoth(tx, actor, at, request, accessAction.toLowerCase())
    return request
  })
}

/** Where mail to another company's admins goes. */
const adminsOf = ({ database, adminAddresses }: Deps, company: string) =>
  database.withTenant(company, (tx) => adminAddresses(tx, company))

async function ask(
  deps: Deps,
  tx: TrustTx,
  owner: string,
  query: Input<typeof contract.act>['query'],
  before: DocumentRequest | null,
  at: Date,
): Promise<DocumentRequest> {
  const { requestingVASPdid: requester, documentType, metadata, answerInDays } = query
  if (!(await findVasp(tx, owner)) || !(await findVasp(tx, requester)))
    throw fail('not_found', 'No such company')
  const refusal = documentRequestRefusal('REQUEST', before, at.getTime())
  if (refusal?.from !== undefined)
    throw fail('too_many_requests', refusal.reason, {
      retryAfter: Math.ceil((refusal.from - at.getTime()) / 1000),
    })
  if (refusal) throw fail('conflict', refusal.reason)
  if ((await countRequestsSince(tx, requester, new Date(at.getTime() - dayMs))) >= dailyLimit)
    throw fail('too_many_requests', `A company can send ${dailyLimit} requests a day`, {
      retryAfter: 3600,
    })
  if (documentType === questionnaireType) await demandPlan(deps, tx, requester, at)
  const status = await waitingStatus(tx, owner, documentType)
  const message = metadata || null
  const due = new Date(at.getTime() + answerInDays * dayMs)
  if (before) {
    const cleared = { reason: null, decided_at: null, expires_at: null, reminded_at: null }
    const asked = { status, message, requested_at: at, due_at: due, ...cleared }
    await changeRequest(tx, owner, before.id, asked, at)
  } else {
    const asked = { owner, requester, documentType, status, message, due }
    if (!(await insertRequest(tx, asked, at)))
      throw fail('conflict', 'This request is awaiting an answer')
  }
  return reread(tx, owner, requester, documentType)
}

/** Refuses one more questionnaire than the plan of the requester covers. What was asked before goes on. */
async function demandPlan(deps: Deps, tx: TrustTx, requester: string, at: Date): Promise<void> {
  const plan = await deps.questionnaireLimit(tx, requester, at)
  if (!plan) return
  const { length: used } = await questionnairesSince(tx, requester, plan.start)
  if (used < plan.limit) return
  const from = dayText(plan.end.getTime())
  throw fail(
    'bad_request',
    `You’ve requested ${used} of ${plan.limit} questionnaires on your plan this month. You can request more on ${from}, or with another plan.`,
    { wire: 'PlanLimitReachedError' },
  )
}

/** Takes back what nobody has answered. */
async function withdraw(
  tx: TrustTx,
  before: DocumentRequest | null,
  at: Date,
): Promise<DocumentRequest> {
  if (!before) throw fail('not_found', 'No such request')
  const refusal = documentRequestRefusal('WITHDRAW', before, at.getTime())
  if (refusal) throw fail('conflict', refusal.reason)
  const { id, ownerDid, requestingVASPdid, documentType } = before
  await changeRequest(tx, ownerDid, id, { status: 'WITHDRAWN', decided_at: at }, at)
  return reread(tx, ownerDid, requestingVASPdid, documentType)
}

/** How a request stands that nobody has answered. */
const waitingStatus = async (tx: TrustTx, owner: string, documentType: DocumentType) =>
  (await hasInformation(tx, owner, documentType))
    ? ('PENDING' as const)
    : ('WAITING_FOR_INFORMATION' as const)

async function answer(
  tx: TrustTx,
  action: 'APPROVE' | 'SHARE' | 'DECLINE' | 'REVOKE' | 'REOPEN',
  query: Input<typeof contract.act>['query'],
  before: DocumentRequest | null,
  at: Date,
): Promise<DocumentRequest> {
  if (!before) throw fail('not_found', 'No such request')
  const refusal = documentRequestRefusal(action, before, at.getTime())
  if (refusal) throw fail('conflict', refusal.reason)
  const { id, ownerDid: owner, requestingVASPdid: requester, documentType } = before
  const status = documentRequestActions[action].to
  const reason = query.metadata || null
  if (action === 'SHARE') await mayShare(tx, owner, documentType, at)
  if (action === 'APPROVE' || action === 'SHARE') {
    const until = endOf(query.expiresAt, at)
    const decision = { status, reason: null, decided_at: at, expires_at: until }
    await changeRequest(tx, owner, id, decision, at)
    const chosen = query.documentIds ? new Set(query.documentIds.split(',')) : undefined
    const shared = await grantCurrentVersions(tx, before, until, at, chosen)
    if (chosen && shared < chosen.size)
      throw invalid(['query', 'documentIds'], 'You have no document of this type')
    // The questionnaire is no file: its own operation asks whether this request was approved.
    if (documentType === questionnaireType) {
      const newest = await findVersion(tx, owner)
      await grantAnnexes(tx, owner, annexesOf(newest?.declaration), [{ id, requester, until }], at)
    } else if (shared === 0)
      throw fail('conflict', 'You have no document of this type. Upload it, then approve.')
  } else if (action === 'REOPEN') {
    const waits = await waitingStatus(tx, owner, query.documentType)
    const undecided = { reason: null, decided_at: null, expires_at: null }
    await changeRequest(tx, owner, id, { status: waits, ...undecided }, at)
  } else {
    if (action === 'DECLINE' && reason === null)
      throw invalid(
        ['query', 'metadata'],
        'Enter a reason for declining (visible to the other company)',
      )
    // The end of an access that was revoked is the moment of revoking it.
    const ended = action === 'REVOKE' ? { expires_at: at } : {}
    await changeRequest(tx, owner, id, { status, reason, decided_at: at, ...ended }, at)
    await endGrantsOfRequest(tx, owner, id, at)
  }
  return reread(tx, owner, requester, documentType)
}

/** Mails the owner's admins once more. */
async function remind(
  { actor, at, deps }: OwnTransaction,
  { did: requester, requestId }: Input<typeof contract.remind>,
) {
  const found = await deps.database.withTenant(requester, (tx) =>
    lockRequestById(tx, requester, requestId),
  )
  if (!found) throw fail('not_found', 'No such request')
  const owner = found.ownerDid
  const addresses = await adminsOf(deps, owner)
  return deps.database.withTenant(requester, async (tx) => {
    const before = await lockRequestById(tx, requester, requestId)
    if (!before) throw fail('not_found', 'No such request')
    const refusal = reminderRefusal(before, at.getTime())
    if (refusal) throw fail('conflict', refusal)
    await changeRequest(tx, owner, requestId, { reminded_at: at }, at)
    for (const to of addresses) noticeLater(tx, { to, ...askedMail(before, deps.origin, true) }, at)
    await auditBoth(tx, actor, at, before, 'remind')
    return reread(tx, owner, requester, before.documentType)
  })
}

/** Both chains hear of it; they are locked last, in the order of their DIDs. */
async function auditBoth(
  tx: TrustTx,
  actor: Actor,
  at: Date,
  request: DocumentRequest,
  verb: string,
): Promise<void> {
  const { id, ownerDid, requestingVASPdid, documentType, status } = request
  for (const company of [ownerDid, requestingVASPdid].toSorted())
    await audit(tx, actor, at, {
      company,
      action: `documentRequest.${verb}`,
      object: id,
      detail: { documentType, status, ownerDid, requestingVASPdid },
    })
}
