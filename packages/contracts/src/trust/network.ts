import * as z from 'zod/mini'
import { Did } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { ActivityWith, TopCounterparties } from './counterparty.ts'
import { DiligenceDays, DiligenceStatistics } from './diligence.ts'
import { jurisdiction } from './jurisdiction.ts'
import { Look } from './look.ts'
import { PastReview, Review, ReviewIn, ReviewPage, ReviewQuery, WaitingReview } from './review.ts'

/** What a company makes of others: verdicts, and with whom it has transfers. Where which rule applies. */
export const network = {
  review: {
    give: {
      method: 'POST',
      path: '/tf/vasps/{did}/review',
      summary: 'Record a verdict on another company; only your own company sees it',
      access: canIn('trustframework.updateVASP', 'did', { people: 'own' }),
      body: ReviewIn,
      /** 202 where the verdict waits for a second person; 403 `SecondPersonNeededError` for whoever gave it. */
      returns: { 200: Review, 202: WaitingReview },
    },
    undo: {
      method: 'POST',
      path: '/tf/vasps/{did}/review/{reviewId}/undo',
      summary:
        'Withdraw the latest verdict on a company, or discard one that waits for a second person',
      access: canIn('trustframework.updateVASP', 'did', { people: 'own' }),
      returns: { 200: z.object({ review: z.nullable(Review) }) },
    },
    list: {
      method: 'GET',
      path: '/tf/vasps/{did}/reviews',
      summary: 'List current verdicts with their next reviews, due ones first',
      access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
      query: ReviewQuery,
      returns: { 200: ReviewPage },
    },
    history: {
      method: 'GET',
      path: '/tf/vasps/{did}/reviews/{reviewedDid}',
      summary: 'List past verdicts on one company, newest first; at most 100',
      access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
      returns: { 200: z.object({ reviews: z.array(PastReview) }) },
    },
    statistics: {
      method: 'GET',
      path: '/v1/vasps/{did}/statistics/diligence',
      limit: 'search',
      summary: 'Count a company’s document requests, the answers, and what’s due soon',
      access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
      query: DiligenceDays,
      returns: { 200: DiligenceStatistics },
    },
  },
  counterparty: {
    top: {
      method: 'GET',
      path: '/tf/vasps/top-counterparties',
      summary: 'List the companies with the most transfers',
      access: canIn('trustframework.listVASP', 'vaspDID', { people: 'own' }),
      query: z.object({ vaspDID: Did }),
      returns: { 200: TopCounterparties },
    },
    activity: {
      method: 'GET',
      path: '/tf/vasps/{did}/counterparties/{counterpartyDid}/activity',
      summary: 'Get monthly transfer counts with one company',
      access: canIn('transactions.list', 'did', { people: 'own' }),
      returns: { 200: ActivityWith },
    },
    look: {
      method: 'POST',
      path: '/tf/vasps/{did}/counterparties/{counterpartyDid}/look',
      summary:
        'Tell what has changed of a company since the caller last looked, and note this look',
      access: canIn('trustframework.getVASP', 'did', { people: 'own' }),
      returns: { 200: Look },
    },
  },
  jurisdiction,
} as const satisfies Contract
