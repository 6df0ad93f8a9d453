import type { RuleDirection, Transaction } from '@countersign/contracts/transactions'
import type { DraftRule } from './words.ts'

/** The rule that would decide transfers like one that a person decided: same counterparty, no larger. */
export function ruleFor(
  transfer: Transaction,
  currency: string,
): { readonly direction: RuleDirection; readonly rule: DraftRule } {
  const { id, status, counterparty, direction, amountInLocalCurrency: value } = transfer
  const refused = status === 'DECLINED' || status === 'REJECTED' || status === 'CANCELLED'
  return {
    direction: direction === 'incoming' ? 'incoming' : 'outgoing',
    rule: {
      id: `from-${id.slice(0, 30)}`,
      enabled: true,
      actionRule: refused ? 'REJECT' : 'APPROVE',
      conditions: [
        counterparty
          ? { check: 'VASP', operator: 'IN', values: [counterparty.did] }
          : { check: 'TRANSACTION_TYPE', operator: 'IN', values: [transfer.transactionType] },
        ...(value
          ? [
              {
                check: 'TRANSACTION_AMOUNT' as const,
                operator: '<=' as const,
                amount: value.amountInLocalCurrency,
                currency,
              },
            ]
          : []),
      ],
    },
  }
}
