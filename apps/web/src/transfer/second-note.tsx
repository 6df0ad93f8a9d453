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
      {isOwn ? 'You' : first.by.name} did it first, <Time value={first.at} />.{' '}
      {isOwn ? 'Somebody else' : 'Somebody else, such as you,'} has to do the same before{' '}
      <Time value={first.until} format="absolute" />.
    </Notice>
  )
}
