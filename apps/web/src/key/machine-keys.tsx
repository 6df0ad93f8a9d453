import type { MachineKey } from '@countersign/contracts/transactions'
import { Check, KeyRound, MoreHorizontal, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time } from '../ui/value/time.tsx'
import { Prove, Register } from './dialogs.tsx'

interface MachineKeysProps {
  did: string
  keys: readonly MachineKey[] | undefined
  /** Why nothing can be changed. */
  reason: string | undefined
  changed: () => Promise<unknown>
}

/** What is open over the page. */
type Open =
  | { kind: 'register' }
  | { kind: 'prove'; id: string; challenge?: string }
  | { kind: 'approve' | 'remove'; machineKey: MachineKey }

/** The keys to which personal data is encrypted for machines. */
export function MachineKeys({ did, keys, reason, changed }: MachineKeysProps) {
  const [open, setOpen] = useState<Open>()
  const viewer = useViewer().did
  const close = () => setOpen(undefined)
  const register = (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={reason}
      onClick={() => setOpen({ kind: 'register' })}
    >
      Register key
    </Button>
  )
  return (
    <Section
      title="Machine keys"
      description="Your services receive personal data encrypted only to these keys. Each key needs proof of possession and a second person’s approval."
    >
      <DataList
        error={null}
        onRetry={changed}
        top={keys?.[0] && register}
        caption="Machine keys"
        columns={columnsOf(viewer, reason, setOpen)}
        rows={keys}
        keyOf={({ id }) => id}
        copyOf={({ thumbprint }) => thumbprint}
        skeletonRows={2}
        empty={
          <EmptyState kind="nothing" icon={KeyRound} title="No keys yet" action={register}>
            Without one, your services receive no personal data.
          </EmptyState>
        }
      />
      {open?.kind === 'register' && (
        <Register
          did={did}
          onClose={close}
          onRegistered={(id, challenge) => {
            setOpen({ kind: 'prove', id, challenge })
            void changed()
          }}
        />
      )}
      {open?.kind === 'prove' && <Prove {...{ did, changed, ...open }} onClose={close} />}
      {open?.kind === 'approve' && (
        <Approve {...{ did, changed }} machineKey={open.machineKey} onClose={close} />
      )}
      {open?.kind === 'remove' && (
        <Remove {...{ did, changed }} machineKey={open.machineKey} onClose={close} />
      )}
    </Section>
  )
}

const stateOf = ({ state, isProved, agreedBy }: MachineKey) => {
  if (state === 'ACTIVE') return <Badge tone="success">In use</Badge>
  if (isProved) return <Badge tone="warning">Awaiting approval</Badge>
  return <Badge tone="warning">{agreedBy ? 'Awaiting proof' : 'Awaiting proof and approval'}</Badge>
}

/** Why this person can't approve a key. */
const approvalStop = (viewer: string, { addedBy, agreedBy }: MachineKey): string | undefined => {
  if (agreedBy) return `${agreedBy.name ?? 'Somebody'} has approved it`
  return addedBy.did === viewer ? 'You registered it: another person must approve it' : undefined
}

const columnsOf = (
  viewer: string,
  reason: string | undefined,
  open: (what: Open) => void,
): Column<MachineKey>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, clientIds }) => (
      <>
        {name}
        <div className="text-xs break-all text-muted">{clientIds.join(', ')}</div>
      </>
    ),
  },
  {
    id: 'thumbprint',
    header: 'Thumbprint',
    cell: ({ thumbprint }) => <CopyText value={thumbprint} label="thumbprint" />,
  },
  { id: 'state', header: 'State', cell: stateOf },
  {
    id: 'registered',
    header: 'Registered',
    cell: ({ addedBy, createdAt }) => (
      <>
        <Time value={createdAt} inRow />
        <div className="text-xs text-muted">{addedBy.name ?? 'A former colleague'}</div>
      </>
    ),
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Time value={lastUsedAt} inRow /> : <span className="text-muted">Never</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    cell: (machineKey) => (
      <div className="flex justify-end">
        <Menu
          align="end"
          trigger={<IconButton icon={MoreHorizontal} label={`Actions for ${machineKey.name}`} />}
        >
          <MenuItem
            icon={Check}
            disabledReason={reason ?? approvalStop(viewer, machineKey)}
            onSelect={() => open({ kind: 'approve', machineKey })}
          >
            Approve
          </MenuItem>
          <MenuItem
            icon={ShieldCheck}
            disabledReason={reason ?? (machineKey.isProved ? 'It’s already proved' : undefined)}
            onSelect={() => open({ kind: 'prove', id: machineKey.id })}
          >
            Prove possession
          </MenuItem>
          <MenuItem
            icon={Trash2}
            danger
            disabledReason={reason}
            onSelect={() => open({ kind: 'remove', machineKey })}
          >
            Remove
          </MenuItem>
        </Menu>
      </div>
    ),
  },
]

interface DecideProps {
  did: string
  machineKey: MachineKey
  changed: () => Promise<unknown>
  onClose: () => void
}

function Approve({ did, machineKey, changed, onClose }: DecideProps) {
  const { id, name, thumbprint, clientIds } = machineKey
  return (
    <ConfirmDialog
      open
      harmless
      onOpenChange={(open) => !open && onClose()}
      title={`Approve the key “${name}”?`}
      confirmLabel="Approve key"
      onConfirm={async () => {
        const { state } = await api.piiKeys.agree({ vaspDID: did, key: id, body: {} })
        toasts.success(state === 'ACTIVE' ? 'The key is in use' : 'Approved')
        await changed()
      }}
    >
      {clientIds.join(', ')} will receive personal data in transfers encrypted to it. Compare its
      thumbprint with whoever runs the service:{' '}
      <span className="font-mono break-all">{thumbprint}</span>
    </ConfirmDialog>
  )
}

function Remove({ did, machineKey, changed, onClose }: DecideProps) {
  const { id, name } = machineKey
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove the key “${name}”?`}
      confirmLabel="Remove key"
      onConfirm={async () => {
        await api.piiKeys.remove({ vaspDID: did, query: { key: id } })
        toasts.success('Key removed')
        await changed()
      }}
    >
      Nothing more is encrypted to it. Services can still read what they’ve already received.
    </ConfirmDialog>
  )
}
