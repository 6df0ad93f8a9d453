import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { Review, WaitingReview } from './review.ts'
import { Alert } from './standing.ts'

const count = z.int().check(z.minimum(0))

/** How many transfers two companies had, seen from one of them. */
export const Activity = z.object({
  totalIncomingTransactions: count,
  totalOutgoingTransactions: count,
  travelRuleIncomingTransactions: count,
  travelRuleOutgoingTransactions: count,
  /** Outgoing Travel Rule messages that the counterparty answered. */
  answeredTransactions: count,
})
export type Activity = z.infer<typeof Activity>

/** One of the companies that most transfers are with, and the own verdict on it. */
export const Counterparty = z.extend(Activity, {
  vaspDID: Did,
  vaspName: z.string(),
  vaspLogoURL: z.nullable(z.string()),
  /** The first country where it operates. */
  jurisdiction: z.nullable(z.string()),
  sendsTravelRuleData: z.boolean(),
  repliesTravelRuleData: z.boolean(),
  isVerified: z.boolean(),
  isClaimed: z.boolean(),
  isInNetwork: z.boolean(),
  alerts: z.array(Alert),
  /** All transfers of the last six months, oldest month first. */
  trend: z.array(count),
  review: z.nullable(Review),
  waitingReview: z.nullable(WaitingReview),
  /** Names of the fields that have changed since the caller last looked at the company. */
  changed: z.array(z.string()),
})
export type Counterparty = z.infer<typeof Counterparty>

/** The 20 companies that most transfers of the last twelve months were with. */
export const TopCounterparties = z.object({
  lastUpdated: z.nullable(Instant),
  results: z.array(Counterparty),
})

/** Transfers with one company, month by month, newest first; at most 24 months. */
export const ActivityWith = z.object({
  vaspDID: Did,
  lastUpdated: z.nullable(Instant),
  months: z.array(z.extend(Activity, { month: z.iso.date() })),
})
export type ActivityWith = z.infer<typeof ActivityWith>
