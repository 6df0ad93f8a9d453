import type { TransactionDetail } from '@countersign/contracts/transactions'
import { useViewer } from '../session/index.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'
import { acts } from './act-table.ts'

/** That an act waits for a second person, who approved it first, and until when that counts. */
export function SecondNote({ transfer }: { transfer: TransactionDetail }) {
  const viewer = useViewer()
  const { pendingSecond: first } = transfer
  if (!first) return null
  const isOwn = first.by.did === viewer.did
  return (
    <Notice
      tone="info"
      title={`“${acts[first.action]?.label ?? first.action}” needs a second person`}
    >
      {isOwn ? 'You were' : `${first.by.name} was`} the first to do it, <Time value={first.at} />.{' '}
      {isOwn ? 'A colleague has' : 'You or a colleague have'} until{' '}
      <Time value={first.until} format="absolute" /> to do the same.
    </Notice>
  )
}
