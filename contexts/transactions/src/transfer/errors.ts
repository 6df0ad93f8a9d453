import {
  type Action,
  reasons,
  reasonsFor,
  type Side,
  type Status,
} from '@countersign/contracts/transactions'
import { fail, type Issue, invalid } from '@countersign/kit/errors'
import type { Given } from './facts.ts'

/** A transfer that is not there, or that this company has no part in: one answer. */
export const noSuchTransfer = () => fail('not_found', 'No such transfer')

export const invalidTransfer = (issues: readonly Issue[]) =>
  fail('invalid', issues[0]?.msg ?? 'The transfer isn’t valid', {
    wire: 'CountersignTransactionValidationError',
    issues,
  })

export const changedMeanwhile = (now: { status: Status; version: number }) =>
  fail('conflict', 'Someone else has changed this transfer since you opened it', {
    wire: 'CountersignTransactionChangedError',
    details: now,
  })

export const refConflict = (id: string) =>
  fail('conflict', 'Another transfer has this reference', {
    wire: 'CountersignTransactionRefConflictError',
    details: { id },
  })

/** Nothing can be done with a transfer whose data the company has erased. */
export const dataErased = () =>
  fail('conflict', 'Your company’s data on this transfer has been erased', {
    wire: 'CountersignTransactionDataErasedError',
  })

/** The status doesn't allow it; nothing has changed. */
export const wrongStatus = (
  action: Action,
  details: { status: Status; version: number; allowed: readonly Action[]; needs?: string },
) =>
  action === 'approve' && details.status === 'SAVED'
    ? fail('bad_request', 'This type of transfer needs no Travel Rule message', {
        wire: 'CountersignTransactionBelowThresholdError',
        details,
      })
    : fail('bad_request', `The transfer’s status (${details.status}) doesn’t allow this`, {
        wire: 'CountersignTransactionInvalidStatusError',
        details,
      })

export const wrongSide = (needs: Side) =>
  fail('forbidden', `Only the ${needs}’s company can do this`, {
    wire: 'CountersignTransactionWrongSideError',
    details: { needs },
  })

/** A redirect leads to companies of the own group alone. */
export const notInGroup = () =>
  fail('forbidden', 'This company isn’t in your group', {
    wire: 'CountersignTransactionNotInGroupError',
  })

export const counterpartyDisabled = () =>
  fail('conflict', 'This company is disabled', {
    wire: 'CountersignTransactionCounterpartyDisabledError',
  })

export const fixedField = (fields: readonly string[]) =>
  fail('conflict', 'This can’t be changed anymore. Cancel the transfer and create a new one.', {
    wire: 'CountersignTransactionFieldFixedError',
    details: { fields },
  })

export const limitReached = () =>
  fail(
    'bad_request',
    'Your plan’s limit is reached. The transfer is on hold until it allows more.',
    {
      wire: 'CountersignTransactionSunriseLimitReachedError',
    },
  )

export const personNeededError = (heldBy: string | null) =>
  fail('forbidden', 'Only a person can do this', {
    wire: 'CountersignTransactionPersonNeededError',
    details: { heldBy },
  })

export const unknownAsset = (message: string, choices: readonly string[] = []) =>
  fail('bad_request', message, {
    wire: 'CryptoAssetNotAvailableError',
    details: { choices },
  })

/** A company gets its key when the first transfer reaches it, so that this one will have it soon. */
export const cannotReceive = () =>
  fail('unavailable', 'The counterparty can’t receive the data yet. Try again in a moment.', {
    retryAfter: 2,
  })

/** @throws 422 for a reason that is given for other actions, or that says nothing without a comment */
export function checkReason(action: Action, { reason, comment }: Given): void {
  if (!reason) return
  if (!reasonsFor(action).includes(reason))
    throw invalid(['body', 'reason'], 'This reason doesn’t fit this action')
  if (reasons[reason].commentRequired && comment === undefined)
    throw invalid(['body', 'comment'], 'Enter a comment for this reason')
}

/** How far the clock of a company's systems may be ahead of ours. */
const clockSkewMs = 5 * 60_000

/** @throws 422 for a result of a check that is still to be made: it would count as the newest for ever */
export function checkMade({ check }: Given, at: Date): void {
  if (check?.at !== undefined && new Date(check.at).getTime() > at.getTime() + clockSkewMs)
    throw invalid(['body', 'at'], 'Enter when the check was made: this is in the future')
}

/** The fields of a request that a status no longer lets change. */
export function fixedBy(action: Action, { route }: Given): string[] {
  if (action === 'update.hash') return ['txHash']
  return [
    ...(route?.to === undefined ? [] : ['beneficiaryVASPdid']),
    ...(route?.name === undefined ? [] : ['beneficiaryVASPname']),
    ...(route?.email === undefined ? [] : ['notificationEmail']),
  ]
}
