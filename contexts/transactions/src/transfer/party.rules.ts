import {
  type Action,
  type HeldBy,
  placeOf,
  type Side,
  type Status,
  type WithheldBy,
} from '@countersign/contracts/transactions'

/** Which companies take part in a transfer. */
type Companies = {
  readonly originator_did: string | null
  readonly beneficiary_did: string | null
}

/** For which side a company takes part in a transfer; of both, as in an internal one, for the one that can act. */
export function sideOf(
  transfer: Companies,
  company: string,
): Extract<Side, 'originator' | 'beneficiary' | 'former'> {
  if (transfer.originator_did === company) return 'originator'
  return transfer.beneficiary_did === company ? 'beneficiary' : 'former'
}

/** The other company of a transfer; null: not known, or the same. */
export function otherOf(transfer: Companies, company: string): string | null {
  const other =
    transfer.originator_did === company ? transfer.beneficiary_did : transfer.originator_did
  return other === company ? null : other
}

/** Who can read what a company says to both now: the originator at once, the beneficiary after the release. */
export function readerOf(
  transfer: Companies,
  own: { readonly released_at: Date | null },
  company: string,
): string | null {
  const side = sideOf(transfer, company)
  if (side === 'former' || (side === 'originator' && own.released_at === null)) return null
  return otherOf(transfer, company)
}

/** Where a transfer stands in a company's lists. */
export function placeFor(
  side: 'originator' | 'beneficiary' | 'former',
  facts: {
    readonly status: Status
    readonly byBeneficiary: boolean
    readonly originatorKnown: boolean
    readonly held_by: HeldBy | null
    readonly withheld_by: WithheldBy | null
    readonly asleep?: boolean
    readonly request?: 'OPEN' | 'LAPSED' | null
    readonly supplied?: boolean
  },
) {
  const place = placeOf(facts.status, side, {
    heldBy: facts.held_by,
    withheldBy: facts.withheld_by,
    request: facts.request ?? null,
    asleep: facts.asleep ?? false,
    byBeneficiary: facts.byBeneficiary,
    originatorKnown: facts.originatorKnown,
    supplied: facts.supplied ?? false,
  })
  return { section: place?.section ?? null, waits_for: place?.waitsFor ?? null }
}

/** Which side can do an action that the other one asked for. */
export const sideNeeded = (action: Action, asked: Side): Side =>
  asked === 'originator' || action === 'confirm' ? 'beneficiary' : 'originator'
