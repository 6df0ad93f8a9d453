import type { Permission } from '@countersign/contracts'
import type { Action, TransactionDetail } from '@countersign/contracts/transactions'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'

/** Forms that few visits open: each comes when it is asked for. */
const dialogs = {
  'update.data': lazy(() => import('./supply.tsx').then((part) => ({ default: part.Supply }))),
  requestData: lazy(() => import('./ask.tsx').then((part) => ({ default: part.AskForData }))),
  'update.route': lazy(() => import('./route.tsx').then((part) => ({ default: part.Route }))),
  'update.hash': lazy(() => import('./hash.tsx').then((part) => ({ default: part.Hash }))),
}
type Change = keyof typeof dialogs

/** What each dialog gets. */
export interface ChangeProps {
  transfer: TransactionDetail
  company: string
  onClose: () => void
  /** The transfer has changed. */
  onDone: () => Promise<void>
}

const words: Readonly<Record<Change, readonly [label: string, permission: Permission]>> = {
  'update.data': ['Supply data', 'transactions.update'],
  requestData: ['Ask for data', 'transactions.confirm'],
  'update.route': ['Change counterparty', 'transactions.update'],
  'update.hash': ['Enter hash', 'transactions.update'],
}

/** Buttons for what a person can change of a transfer, or ask for, before it is decided. */
export function TransferChanges(props: {
  transfer: TransactionDetail
  company: string
  readOnly: string | undefined
  onDone: () => Promise<void>
}) {
  const { transfer, company, readOnly, onDone } = props
  const [open, setOpen] = useState<Change>()
  const Open = open && dialogs[open]
  const has = (action: Action) => transfer.allowed.includes(action) && isOffered(action, transfer)
  return (
    <>
      {(Object.keys(words) as Change[]).map((change) =>
        has(change) ? (
          <ChangeButton
            key={change}
            {...{ change, readOnly }}
            isAsked={change === 'update.data' && transfer.section === 'DATA'}
            onClick={() => setOpen(change)}
          />
        ) : null,
      )}
      {Open && (
        <Suspense>
          <Open {...{ transfer, company, onDone }} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** What the table allows and nobody would look for here. */
function isOffered(action: Action, { direction, transactionBlockchainInfo }: TransactionDetail) {
  if (action === 'update.hash')
    return direction !== 'incoming' && transactionBlockchainInfo.txHash === null
  if (action === 'update.data' || action === 'update.route') return direction === 'outgoing'
  return true
}

function ChangeButton(props: {
  change: Change
  isAsked: boolean
  readOnly: string | undefined
  onClick: () => void
}) {
  const [label, permission] = words[props.change]
  const { allowed, reason } = useCan(permission)
  return (
    <Button
      variant={props.isAsked ? 'primary' : 'quiet'}
      disabledReason={props.readOnly ?? (allowed ? undefined : reason)}
      onClick={props.onClick}
    >
      {label}
    </Button>
  )
}
