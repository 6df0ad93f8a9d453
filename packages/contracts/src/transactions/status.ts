import * as z from 'zod/mini'

/** Where a transfer stands. */
export const statuses = [
  'SAVED',
  'MISSING_BENEFICIARY_DATA',
  'NEW',
  'WAITING_FOR_INFORMATION',
  'SENT',
  'ACK',
  'NOT_READY',
  'ACCEPTED',
  'DECLINED',
  'REJECTED',
  'CANCELLED',
  'INCOMPLETE',
] as const
export const Status = z.enum(statuses)
export type Status = z.infer<typeof Status>

/** The statuses that end a transfer. An accepted one can still be cancelled while no coins have moved. */
export const finalStatuses = [
  'ACCEPTED',
  'DECLINED',
  'REJECTED',
  'CANCELLED',
] as const satisfies readonly Status[]

/** Which rules apply to a transfer; UNKNOWN: nobody knows yet who owns the destination. */
export const transactionTypes = [
  'TRAVELRULE',
  'BELOW_THRESHOLD',
  'NON_CUSTODIAL',
  'UNKNOWN',
] as const
export const TransactionType = z.enum(transactionTypes)
export type TransactionType = z.infer<typeof TransactionType>

/** A transfer as the company that reads it sees it; internal: from the company to itself. */
export const directions = ['incoming', 'outgoing', 'internal'] as const
export const Direction = z.enum(directions)
export type Direction = z.infer<typeof Direction>

/**
 * Why an outgoing transfer does not go on: a rule or no rule at all, a fact that a rule asked for, required
 * data, the plan's limit, no way to reach the counterparty, or a disabled counterparty.
 */
export const holds = [
  'RULE',
  'NO_RULE',
  'UNKNOWN',
  'DATA',
  'PLAN',
  'NO_CONTACT',
  'DISABLED',
] as const
export const HeldBy = z.enum(holds)
export type HeldBy = z.infer<typeof HeldBy>

/** Why the originator's company keeps back the personal data of a confirmed transfer. */
export const withholdings = ['BLOCKED', 'DISABLED', 'UNVERIFIED', 'RULE'] as const
export const WithheldBy = z.enum(withholdings)
export type WithheldBy = z.infer<typeof WithheldBy>

/** The sections of the inbox: they follow from a status, but for what waits for the second of two people. */
export const sections = [
  'TO_CONFIRM',
  'TO_DECIDE',
  'TO_APPROVE',
  'DATA',
  'SECOND_APPROVAL',
  'UNREACHABLE',
  'LATER',
] as const
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

/** Whose turn it is, seen from the company that reads the transfer. */
export const turns = ['us', 'them', 'system'] as const
export const WaitsFor = z.enum(turns)
export type WaitsFor = z.infer<typeof WaitsFor>
