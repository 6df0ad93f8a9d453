import type { SideRow } from '../transfer/index.ts'
import type { BulkArgs } from './bulk.store.ts'

type Own = Pick<SideRow, 'assignee' | 'snoozed_until'>

/** To whom a transfer is assigned in a company, and until when it is hidden there. */
export const standOf = ({ assignee, snoozed_until }: Own): BulkArgs => ({
  assignee,
  until: snoozed_until?.toISOString() ?? null,
})

/** Whether a transfer still stands as a bulk action with these arguments left it. */
export const isAsLeft = (
  own: Own,
  action: 'assign' | 'snooze',
  { assignee = null, until = null }: BulkArgs,
): boolean =>
  action === 'assign'
    ? own.assignee === assignee
    : own.snoozed_until?.getTime() === (until === null ? undefined : new Date(until).getTime())
