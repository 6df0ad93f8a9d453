import type { CompanyKeys as Keys } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { api, keyOf, refresh, useOperation } from '../api/index.ts'
import { LoadError, Missing } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Section } from '../ui/page/section.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'
import { MachineKeys } from './machine-keys.tsx'

type Kind = Keys['current'][number]['key']
type Rotation = Keys['rotations'][number]

/** How often a rotation that goes on is asked about, in milliseconds. */
const polls = 5_000

const kinds = [
  { key: 'COMPANY', name: 'Personal data', use: 'Personal data in transfers is sealed to it' },
  {
    key: 'BLIND',
    name: 'Search by person',
    use: 'Names are hashed with it so that you can find them',
  },
] as const satisfies readonly { key: Kind; name: string; use: string }[]
type KindRow = (typeof kinds)[number]
const nameOf = (kind: Kind) => kinds.find(({ key }) => key === kind)?.name

/** The keys of the active company for personal data, and those of its machines. */
export function CompanyKeys() {
  const did = useCompany()
  const views = useCan(api.piiKeys.list)
  if (!did || !views.allowed) return <Missing call={api.piiKeys.list} />
  return <KeysOf key={did} did={did} />
}

function KeysOf({ did }: { did: string }) {
  const { reason } = useCan(api.piiKeys.register)
  const client = useQueryClient()
  const input = { vaspDID: did }
  const known = client.getQueryData<Keys>(keyOf(api.piiKeys.list, input))
  const isRenewing = known?.rotations.some(({ state }) => state === 'RENEWING') === true
  const { data, error, refetch } = useOperation(
    api.piiKeys.list,
    input,
    isRenewing ? { polls } : {},
  )
  const changed = () => refresh(client, api.piiKeys.list)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <MachineKeys did={did} keys={data?.keys} reason={reason} changed={changed} />
      <Section
        title="Company keys"
        description="They stay on the server. After a rotation, data is re-encrypted with the new key; the old key is destroyed a day later."
      >
        <DataTable
          caption="Company keys"
          columns={companyColumns(did, data, reason, changed)}
          rows={data && [...kinds]}
          keyOf={({ key }) => key}
          skeletonRows={2}
          empty={null}
        />
      </Section>
      <Section title="Rotations">
        <DataTable
          caption="Rotations"
          columns={rotationColumns}
          rows={data?.rotations}
          keyOf={({ key, no }) => `${key} ${no}`}
          skeletonRows={2}
          empty={
            <EmptyState kind="nothing" title="No rotations yet">
              Rotate a key if you think someone else may have it.
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}

const companyColumns = (
  did: string,
  data: Keys | undefined,
  reason: string | undefined,
  changed: () => Promise<unknown>,
): Column<KindRow>[] => {
  const current = (kind: Kind) => data?.current.find(({ key }) => key === kind)
  return [
    { id: 'name', header: 'Key', cell: ({ name }) => name },
    { id: 'use', header: 'Used for', cell: ({ use }) => use, wideOnly: true },
    { id: 'no', header: 'Number', align: 'end', cell: ({ key }) => current(key)?.no ?? '–' },
    {
      id: 'since',
      header: 'In use since',
      cell: ({ key }) => {
        const since = current(key)?.createdAt
        return since ? <Time value={since} inRow /> : <span className="text-muted">Not yet</span>
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: ({ key, name }) => {
        const isRenewing = data?.rotations.some(
          (one) => one.key === key && one.state === 'RENEWING',
        )
        const stop = reason ?? (isRenewing ? 'The last rotation hasn’t finished' : undefined)
        return (
          <div className="flex justify-end">
            <Rotate {...{ did, kind: key, name, changed }} disabledReason={stop} />
          </div>
        )
      },
    },
  ]
}

interface RotateProps {
  did: string
  kind: Kind
  name: string
  changed: () => Promise<unknown>
  disabledReason: string | undefined
}

function Rotate({ did, kind, name, changed, disabledReason }: RotateProps) {
  return (
    <ConfirmDialog
      title={`Rotate the key for ${name.toLowerCase()}?`}
      confirmLabel="Rotate key"
      harmless
      trigger={
        <Button
          disabledReason={disabledReason}
          aria-label={`Rotate the key for ${name.toLowerCase()}`}
        >
          Rotate
        </Button>
      }
      onConfirm={async () => {
        await api.piiKeys.rotate({ vaspDID: did, body: { key: kind } })
        toasts.success('A new key is in use')
        await changed()
      }}
    >
      A new key is used from now on. Data under the old key stays readable while it’s re-encrypted.
    </ConfirmDialog>
  )
}

const states = {
  RENEWING: <Badge tone="info">Renewing</Badge>,
  RENEWED: <Badge tone="success">Renewed</Badge>,
  DESTROYED: <Badge tone="ink">Old key destroyed</Badge>,
} as const satisfies Record<Rotation['state'], unknown>

const rotationColumns: Column<Rotation>[] = [
  { id: 'key', header: 'Key', cell: ({ key, no }) => `${nameOf(key)}, number ${no}` },
  { id: 'state', header: 'State', cell: ({ state }) => states[state] },
  { id: 'renewed', header: 'Renewed', align: 'end', cell: ({ renewed }) => renewed },
  { id: 'at', header: 'Rotated', cell: ({ at }) => <Time value={at} inRow /> },
  { id: 'by', header: 'By', cell: ({ by }) => by.name ?? 'A former colleague' },
]
