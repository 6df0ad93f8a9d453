import type {
  Action,
  HeldBy,
  ReasonCode,
  TransactionType,
} from '@countersign/contracts/transactions'

/** All that decides an act besides status, action and side. The caller reads them; nothing here does. */
export type Facts = {
  /** The counterparty is known, enabled and has a way to be reached. */
  readonly reachable: boolean
  /** The plan covers one more transfer. */
  readonly planAllows: boolean
  /** The originator's own rules or data stop the transfer; see {@link isHeld}. */
  readonly held: boolean
  /** Which rules apply once the act is done. */
  readonly type: TransactionType
  /** Both companies are the same. */
  readonly internal: boolean
  /** Whether the required data is there once the act is done. */
  readonly complete: 'YES' | 'ONLY_BENEFICIARY_MISSING' | 'NO'
  /** The company asked to create the transfer without the beneficiary's data. */
  readonly skip: boolean
  /** The hash of the acting side is set; for the system's acts the originator's. */
  readonly hashSet: boolean
  /** How the hash given compares with the one that is set. */
  readonly givenHash: 'SAME' | 'OTHER'
  /** The acting company is named as originator of a deposit without data. */
  readonly named: boolean
  /** Where a redirect leads: the beneficiary's group, the company it was merged into, itself, anywhere else. */
  readonly target?: 'GROUP' | 'SURVIVOR' | 'SELF' | 'OUTSIDE'
  /** A deposit without data names the company that sent it. */
  readonly originatorKnown: boolean
  /** The company's systems were told to send the coins. */
  readonly processed: boolean
  /** The company states that the coins were not sent all the same. */
  readonly notBroadcast: boolean
  /** The beneficiary can open the personal data. */
  readonly released: boolean
  /** The originator's company keeps the personal data back. */
  readonly withheld: boolean
  /** Nothing stops the release of the personal data. */
  readonly mayRelease: boolean
  readonly reason?: ReasonCode
  /** The originator's setting for a counterparty that doesn't answer. */
  readonly onNoResponse: 'WAIT' | 'PROCESS' | 'CANCEL'
  /** A rule about the transfer's age with REJECT now applies. */
  readonly deadlineRule: boolean
  /** A message about the same movement of coins exists. */
  readonly match: boolean
  /** The transfer reached the beneficiary's company. */
  readonly everSent: boolean
  /** The acting company opened it as a deposit without data. */
  readonly ownIncomplete: boolean
}

/**
 * Whether the originator's side is held, as acts ask for it. The plan alone is asked anew at each attempt to
 * send (`planAllows`), but the coins don't move on their own for a transfer that it stopped.
 */
export const isHeld = (heldBy: HeldBy | null, action: Action): boolean =>
  heldBy === 'RULE' ||
  heldBy === 'NO_RULE' ||
  heldBy === 'UNKNOWN' ||
  heldBy === 'DATA' ||
  (heldBy === 'PLAN' && (action === 'expire' || action === 'process'))
