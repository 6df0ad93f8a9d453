import { planRefusal } from '@countersign/contracts/billing'
import { type Credential, maxCredentials } from '@countersign/contracts/identity'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, MoreHorizontal, Pencil, Plus, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, operationQuery } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time } from '../ui/value/time.tsx'
import {
  CreateCredential,
  DeleteCredential,
  RenameCredential,
  RotateCredential,
} from './dialogs.tsx'
import { GatewayPanel } from './gateway-panel.tsx'
import { Rights } from './rights.tsx'
import { CallExamples, NewSecret } from './secret.tsx'

const route = getRouteApi('/signed-in/developers/credentials')

const sees = api.credential.list

/** A company's machine clients. */
export const credentialsQuery = (vaspDid: string) =>
  operationQuery(api.credential.list, { vaspDid })

/** The services that call the API for the active company. */
export function CredentialsPage() {
  const did = useCompany()
  const { allowed } = useCan(sees)
  if (!did || !allowed) return <NotForYou call={sees} />
  return <CredentialsOf key={did} did={did} />
}

/** What is open over the page. */
type Open =
  | { kind: 'create' }
  | { kind: 'secret'; clientId: string; secret: string }
  | { kind: 'rename' | 'rotate' | 'delete'; credential: Credential }

function CredentialsOf({ did }: { did: string }) {
  const { reason } = useCan(api.credential.create)
  const [opened, setOpen] = useState<Open>()
  const [chosen, setChosen] = useState('')
  const { rotate } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(credentialsQuery(did))
  const old = reason ? undefined : data?.credentials.find(({ clientId }) => clientId === rotate)
  const open = opened ?? (old && { kind: 'rotate', credential: old })
  const sample = data?.clientIds.includes(chosen) ? chosen : data?.clientIds[0]
  const count = data?.credentials.length ?? 0
  const full =
    planRefusal('api_credentials', data?.planLimit ?? null, count) ??
    (count >= maxCredentials
      ? `You already have ${maxCredentials} credentials, the maximum`
      : undefined)
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={reason ?? full}
      onClick={() => setOpen({ kind: 'create' })}
    >
      Create credential
    </Button>
  )
  const close = () => {
    setOpen(undefined)
    if (rotate) void navigate({ search: {}, replace: true })
  }
  const show = (clientId: string, secret: string) => setOpen({ kind: 'secret', clientId, secret })
  return (
    <>
      <PageHeader
        title="API credentials"
        description="Your services call Countersign with a client ID and a secret. Each acts for this company and for group companies that delegate to it."
        actions={data && data.credentials.length > 0 && create}
      />
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="API credentials"
        columns={columnsOf(reason, setOpen)}
        rows={data?.credentials}
        keyOf={(one) => one.clientId}
        copyOf={(one) => one.clientId}
        skeletonRows={2}
        empty={
          <EmptyState kind="nothing" icon={KeyRound} title="No credentials yet" action={create}>
            Create one for the service that calls the API. Its secret is shown once.
          </EmptyState>
        }
      />
      {data?.gateway && <GatewayPanel did={did} gateway={data.gateway} credentials={data} />}
      <Section
        title="Call the API"
        description="A token is valid for 15 minutes. Request a new one when a call returns 401."
      >
        {data && data.credentials.length > 1 && (
          <SelectField
            label="Credential"
            className="mb-4 max-w-80"
            options={data.credentials.map((one) => ({ value: one.clientId, label: one.name }))}
            value={sample ?? ''}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        <CallExamples clientId={sample ?? 'client_…'} />
      </Section>
      {open?.kind === 'create' && <CreateCredential did={did} onClose={close} onCreated={show} />}
      {open?.kind === 'secret' && (
        <NewSecret clientId={open.clientId} secret={open.secret} onClose={close} />
      )}
      {open?.kind === 'rename' && (
        <RenameCredential {...{ did }} credential={open.credential} onClose={close} />
      )}
      {open?.kind === 'rotate' && (
        <RotateCredential
          {...{ did }}
          credential={open.credential}
          onClose={close}
          onRotated={show}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteCredential {...{ did }} credential={open.credential} onClose={close} />
      )}
    </>
  )
}

const columnsOf = (
  reason: string | undefined,
  open: (what: Open) => void,
): Column<Credential>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
  },
  {
    id: 'clientId',
    header: 'Client ID',
    cell: ({ clientId }) => <CopyText value={clientId} label="client ID" />,
  },
  { id: 'rights', header: 'Rights', cell: (one) => <Rights limited={one.limited} /> },
  { id: 'actsFor', header: 'Acts for', cell: (one) => <ActsFor of={one.actsFor} /> },
  { id: 'created', header: 'Created', cell: (one) => <Time value={one.createdAt} inRow /> },
  { id: 'secret', header: 'Secret', cell: (one) => <SecretState of={one} /> },
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
    cell: (credential) => (
      <div className="flex justify-end">
        <Menu
          align="end"
          trigger={<IconButton icon={MoreHorizontal} label={`Actions for ${credential.name}`} />}
        >
          <MenuItem
            icon={Pencil}
            disabledReason={reason}
            onSelect={() => open({ kind: 'rename', credential })}
          >
            Rename
          </MenuItem>
          <MenuItem
            icon={RotateCw}
            disabledReason={reason}
            onSelect={() => open({ kind: 'rotate', credential })}
          >
            Rotate secret
          </MenuItem>
          <MenuItem
            icon={Trash2}
            danger
            disabledReason={reason}
            onSelect={() => open({ kind: 'delete', credential })}
          >
            Delete
          </MenuItem>
        </Menu>
      </div>
    ),
  },
]

function ActsFor({ of }: { of: Credential['actsFor'] }) {
  const [only] = of
  if (!only) return <>This company</>
  const names = of.map(({ did, name }) => name ?? did).join(', ')
  return (
    <span title={names}>This company and {of.length === 1 ? names : `${of.length} others`}</span>
  )
}

function SecretState({ of }: { of: Credential }) {
  if (of.oldSecretEndsAt && Date.parse(of.oldSecretEndsAt) > Date.now())
    return (
      <span>
        Old secret expires <Time value={of.oldSecretEndsAt} inRow />
      </span>
    )
  if (!of.rotatedAt) return <span className="text-muted">Not rotated</span>
  return (
    <span>
      Rotated <Time value={of.rotatedAt} inRow />
    </span>
  )
}
