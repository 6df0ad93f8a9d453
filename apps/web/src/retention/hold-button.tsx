import type { TransactionDetail } from '@countersign/contracts/transactions'
import { Suspense, useState } from 'react'
import { api } from '../api/index.ts'
import { useCan, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { soon } from '../ui/overlay/soon.tsx'

// Few visits open one.
const Hold = soon(() => import('./hold-dialogs.tsx').then((part) => ({ default: part.Hold })))
const Release = soon(() => import('./hold-dialogs.tsx').then((part) => ({ default: part.Release })))

/** Puts a transfer under a legal hold, or releases it. */
export function HoldButton({
  transfer,
  company,
}: {
  transfer: TransactionDetail
  company: string
}) {
  const { allowed } = useCan(api.retention.hold)
  const isReadOnly = useReadOnly() !== undefined
  if (!allowed || isReadOnly || transfer.pii.state === 'ERASED') return null
  return (
    <HoldOrRelease ids={[transfer.id]} company={company} isHeld={transfer.holdUntil !== null} />
  )
}

/** A button that asks for what a hold, or its release, needs. */
export function HoldOrRelease(props: { ids: string[]; company: string; isHeld: boolean }) {
  const { ids, company, isHeld } = props
  // What was opened stays open until it is done, though the transfer is held by then.
  const [asking, setAsking] = useState<'hold' | 'release'>()
  const Dialog = asking === 'release' ? Release : Hold
  return (
    <>
      <Button
        variant={isHeld ? 'secondary' : 'quiet'}
        onClick={() => setAsking(isHeld ? 'release' : 'hold')}
      >
        {isHeld ? 'Release hold' : 'Legal hold'}
      </Button>
      {asking && (
        <Suspense>
          <Dialog ids={ids} company={company} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </>
  )
}
