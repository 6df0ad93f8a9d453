import {
  alertLabels,
  type DocumentType,
  documentTypeLabels,
  type OpenItem,
  type ReviewValue,
  reviewLabels,
} from '@countersign/contracts/trust'
import { findRequests } from '../document-request/index.ts'
import { findVasps, listedVasp } from '../profile/index.ts'
import { findDraft, findVersions } from '../questionnaire/index.ts'
import { findAllWaiting, findReviewPage, findReviews, monthBack } from '../review/index.ts'
import { daysUntil, pressure } from './action.rules.ts'
import { findFacts, type SourcedItem, type TrustSource } from './action.store.ts'
import { findConcerns } from './alert.store.ts'

const day = 86_400_000
const soon = 14

const labelOf = (type: string) => documentTypeLabels[type as DocumentType] ?? type

/** Others that ask for documents, and answers of the last month to what was asked. */
export const documentRequests: TrustSource = async (tx, did, at) => {
  const received = [
    ...(await findRequests(tx, { owner: did, status: 'PENDING' }, 50)),
    ...(await findRequests(tx, { owner: did, status: 'WAITING_FOR_INFORMATION' }, 50)),
  ]
  const sent = await findRequests(tx, { requester: did }, 50)
  const item = { dueAt: null, severity: 'medium' } as const
  return [
    ...received.map(
      (request): OpenItem => ({
        ...item,
        id: `DOCUMENT_REQUEST_RECEIVED:${request.id}`,
        type: 'DOCUMENT_REQUEST_RECEIVED',
        title: `${request.requestingVASPName} requests: ${labelOf(request.documentType)}`,
        detail: request.message,
        dueAt: request.dueAt,
        severity: request.dueAt && daysUntil(new Date(request.dueAt), at) < 3 ? 'high' : 'medium',
        createdAt: request.requestedAt,
        entityRef: { type: 'documentRequest', id: request.id },
        requiredPermission: 'trustframework.updateVASP',
      }),
    ),
    ...sent.flatMap((request): OpenItem[] => {
      const { decidedAt, status } = request
      const answered = status === 'APPROVED' || status === 'DECLINED'
      if (!answered || !decidedAt || daysUntil(new Date(decidedAt), at) < -30) return []
      const yes = status === 'APPROVED'
      return [
        {
          ...item,
          id: `DOCUMENT_REQUEST_ANSWERED:${request.id}:${decidedAt}`,
          type: 'DOCUMENT_REQUEST_ANSWERED',
          severity: 'low',
          title: `${request.ownerName} ${yes ? 'shares documents with you' : 'declined your request'}`,
          detail: yes ? null : request.reason,
          dueAt: yes ? request.expiresAt : null,
          createdAt: decidedAt,
          entityRef: { type: 'documentRequest', id: request.id },
          requiredPermission: 'trustframework.getVASP',
        },
      ]
    }),
  ]
}

/** The own questionnaire: not begun, not finished, or about to expire. */
export const questionnaire: TrustSource = async (tx, did, at) => {
  const draft = await findDraft(tx, did)
  const [newest] = await findVersions(tx, did)
  const item = {
    entityRef: { type: 'questionnaire', id: did },
    requiredPermission: 'trustframework.updateVASP',
  } as const
  const open: OpenItem[] = []
  if (draft || !newest)
    open.push({
      ...item,
      id: `DDQ_INCOMPLETE:${draft?.version ?? 1}`,
      type: 'DDQ_INCOMPLETE',
      severity: newest ? 'low' : 'medium',
      title: draft
        ? 'Your questionnaire hasn’t been submitted'
        : 'Answer the due-diligence questionnaire',
      detail: 'Counterparties ask for it before they trust a company',
      dueAt: null,
      createdAt: (draft?.started_at ?? (await findFacts(tx, did))?.created_at ?? at).toISOString(),
    })
  if (newest && daysUntil(newest.expires_at, at) < 60)
    open.push({
      ...item,
      id: `DDQ_EXPIRING:${newest.version}`,
      type: 'DDQ_EXPIRING',
      severity: pressure(newest.expires_at, at),
      title:
        newest.expires_at > at
          ? 'Your questionnaire expires soon'
          : 'Your questionnaire has expired',
      detail: 'Review your answers and submit them again',
      dueAt: newest.expires_at.toISOString(),
      createdAt: newest.submitted_at.toISOString(),
    })
  return open
}

/** Companies of most transfers without a verdict. */
export const counterparties: TrustSource = async (tx, did, at, activity) => {
  const top = await activity.top(tx, did, monthBack(at, 11), 20)
  const dids = top.map((row) => row.counterparty)
  const reviewed = new Set((await findReviews(tx, did, dids)).map((row) => row.reviewed_did))
  const names = new Map(
    (await findVasps(tx, dids)).map((row) => [row.vasp_did, listedVasp(row).name]),
  )
  return top
    .filter((row) => !reviewed.has(row.counterparty))
    .map((row) => ({
      id: `COUNTERPARTY_NOT_REVIEWED:${row.counterparty}`,
      type: 'COUNTERPARTY_NOT_REVIEWED',
      severity: 'low',
      title: `Review ${names.get(row.counterparty) ?? row.counterparty}`,
      detail: `${row.incoming + row.outgoing} transfers in the last 12 months`,
      dueAt: null,
      createdAt: `${monthBack(at, 0)}T00:00:00.000Z`,
      entityRef: { type: 'counterparty', id: row.counterparty },
      requiredPermission: 'trustframework.updateVASP',
    }))
}

/** Companies with a verdict or an open request that something happened to since. */
export const counterpartyAlerts: TrustSource = async (tx, did) => {
  const concerns = Map.groupBy(await findConcerns(tx, did), (one) => one.did)
  const companies = (await findVasps(tx, [...concerns.keys()])).map(listedVasp)
  return companies.flatMap(({ did: other, name, alerts, updatedAt }) =>
    alerts.flatMap(({ status, reason, since }): OpenItem[] => {
      const from = new Date(since ?? updatedAt)
      const open = concerns.get(other)?.filter(({ looked_at }) => looked_at < from) ?? []
      if (open.length === 0) return []
      return [
        {
          id: `COUNTERPARTY_STATUS_CHANGED:${other}:${status}:${from.toISOString()}`,
          type: 'COUNTERPARTY_STATUS_CHANGED',
          // A company that is blocked anyway can wait.
          severity: open.every(({ review_value }) => review_value === 'BLOCKED') ? 'low' : 'high',
          title: `${name}: ${alertLabels[status].toLowerCase()}`,
          detail: reason,
          dueAt: null,
          createdAt: from.toISOString(),
          entityRef: { type: 'counterparty', id: other },
          requiredPermission: 'trustframework.updateVASP',
        },
      ]
    }),
  )
}

/** Verdicts that need a second person: anyone of the company but who gave them. */
export const verdictsWaiting: TrustSource = async (tx, did, at) =>
  (await findAllWaiting(tx, did, at)).map(
    (row): SourcedItem => ({
      id: `REVIEW_AWAITING_AGREEMENT:${row.id}`,
      type: 'REVIEW_AWAITING_AGREEMENT',
      severity: 'high',
      // The column's check knows the same words.
      title: `Agree to “${reviewLabels[row.review_value as ReviewValue]}” for ${row.name}, or discard it`,
      detail: row.created_by_name && `${row.created_by_name} gave this verdict`,
      dueAt: row.waits_until.toISOString(),
      createdAt: row.created_at.toISOString(),
      entityRef: { type: 'counterparty', id: row.reviewed_did },
      requiredPermission: 'trustframework.updateVASP',
      notFor: row.created_by,
    }),
  )

/** Verdicts whose next look is due, or will be within two weeks. */
export const reviewsDue: TrustSource = async (tx, did, at) => {
  const dueBefore = new Date(at.getTime() + soon * day).toISOString()
  const page = { value: undefined, dueBefore, after: undefined, limit: 50 }
  const due = await findReviewPage(tx, did, page)
  return due.map(({ name, reviewed_did, next_review_at, created_at }) => ({
    id: `REVIEW_DUE:${reviewed_did}:${next_review_at.toISOString()}`,
    type: 'REVIEW_DUE',
    severity: next_review_at <= at ? 'high' : 'medium',
    title: `Re-review ${name}`,
    detail: null,
    dueAt: next_review_at.toISOString(),
    createdAt: created_at.toISOString(),
    entityRef: { type: 'counterparty', id: reviewed_did },
    requiredPermission: 'trustframework.updateVASP',
  }))
}
