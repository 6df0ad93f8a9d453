import type { Action, TransactionDetail } from '@countersign/contracts/transactions'
import { MoreHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '../api/index.ts'
import { type Guarded, useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { soon } from '../ui/overlay/soon.tsx'

/** Forms that few visits open: each comes when it is asked for. */
const dialogs = {
  'update.data': soon(() => import('./supply.tsx').then((part) => ({ default: part.Supply }))),
  requestData: soon(() => import('./ask.tsx').then((part) => ({ default: part.AskForData }))),
  'update.route': soon(() => import('./route.tsx').then((part) => ({ default: part.Route }))),
  'update.hash': soon(() => import('./hash.tsx').then((part) => ({ default: part.Hash }))),
  'update.own': soon(() => import('./tags.tsx').then((part) => ({ default: part.Tags }))),
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

const words: Readonly<Record<Change, readonly [label: string, call: Guarded]>> = {
  'update.data': ['Supply data', api.tx.update],
  requestData: ['Request data', api.tx.requestData],
  'update.route': ['Change counterparty', api.tx.update],
  'update.hash': ['Enter hash', api.tx.setHash],
  'update.own': ['Edit tags', api.tx.update],
}

/** What a person can change of a transfer, or ask for, before it is decided: what it waits for as a button. */
export function TransferChanges(props: {
  transfer: TransactionDetail
  company: string
  readOnly: string | undefined
  onDone: () => Promise<void>
}) {
  const { transfer, company, readOnly, onDone } = props
  const [open, setOpen] = useState<Change>()
  const Open = open && dialogs[open]
  const offered = (Object.keys(words) as Change[]).filter(
    (change) => transfer.allowed.includes(change) && isOffered(change, transfer),
  )
  const isAsked = (change: Change) =>
    change === 'requestData' || (change === 'update.data' && transfer.section === 'DATA')
  const others = offered.filter((change) => !isAsked(change))
  return (
    <>
      {offered.filter(isAsked).map((change) => (
        <ChangeButton key={change} {...{ change, readOnly }} onClick={() => setOpen(change)} />
      ))}
      {others.length > 0 && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label="More actions" />}>
          {others.map((change) => (
            <ChangeItem key={change} {...{ change, readOnly }} onSelect={() => setOpen(change)} />
          ))}
        </Menu>
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

type ChangeOf = { change: Change; readOnly: string | undefined }

/** The words of a change, and why this person can’t make it. */
function useChangeWords({ change, readOnly }: ChangeOf) {
  const [label, call] = words[change]
  const { allowed, reason } = useCan(call)
  return { label, disabledReason: readOnly ?? (allowed ? undefined : reason) }
}

function ChangeButton({ onClick, ...of }: ChangeOf & { onClick: () => void }) {
  const { label, disabledReason } = useChangeWords(of)
  return (
    <Button
      variant={of.change === 'update.data' ? 'primary' : 'quiet'}
      {...{ disabledReason, onClick }}
    >
      {label}
    </Button>
  )
}

function ChangeItem({ onSelect, ...of }: ChangeOf & { onSelect: () => void }) {
  const { label, disabledReason } = useChangeWords(of)
  return <MenuItem {...{ disabledReason, onSelect }}>{label}</MenuItem>
}
