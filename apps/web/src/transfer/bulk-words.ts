import type { BulkAction, BulkTask, Section } from '@countersign/contracts/transactions'
import { numberText } from '../ui/language.ts'

/** What a bulk action is called, and what it does beyond the company. */
export const bulkWords: Readonly<
  Record<BulkAction, { readonly label: string; readonly effect: string }>
> = {
  approve: {
    label: 'Approve and send',
    effect:
      'The counterparties get these transfers now, and the names once they confirm the addresses.',
  },
  confirm: {
    label: 'Confirm addresses',
    effect: 'The counterparties are told that the addresses are yours. This can’t be undone.',
  },
  accept: {
    label: 'Accept',
    effect: 'The counterparties are told that you accept. This can’t be undone.',
  },
  reject: {
    label: 'Not our addresses',
    effect: 'The counterparties are told that the addresses aren’t yours. This can’t be undone.',
  },
  decline: {
    label: 'Decline',
    effect: 'The counterparties see the reason. This can’t be undone.',
  },
  cancel: {
    label: 'Cancel transfers',
    effect: 'Do this only if the coins haven’t moved. This can’t be undone.',
  },
  assign: { label: 'Assign to me', effect: 'Only your company sees this.' },
  snooze: { label: 'Hide until tomorrow', effect: 'Only your company sees this.' },
}

/** What can be done to transfers of a section, in the order of the buttons. */
export const bulkActsOf: { readonly [S in Section]?: readonly BulkAction[] } = {
  TO_APPROVE: ['approve', 'cancel'],
  TO_CONFIRM: ['confirm', 'reject'],
  TO_DECIDE: ['accept', 'decline'],
}

/** `1 transfer`, `1,204 transfers`. */
export const transfersWords = (count: number): string =>
  `${numberText(count)} ${count === 1 ? 'transfer' : 'transfers'}`

/** How many transfers of a bulk action have this outcome. */
export const countOf = (task: BulkTask, ...outcomes: readonly string[]): number =>
  task.effects.reduce(
    (sum, { outcome, count }) => sum + (outcomes.includes(outcome) ? count : 0),
    0,
  )
