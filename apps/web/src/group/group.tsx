import { planRefusal } from '@countersign/contracts/billing'
import type { GroupMember, NestRequest } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api, refresh, useChange, useOperation } from '../api/index.ts'
import { Badges } from '../company/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

/** The companies of one group: parent and subsidiaries, who may work, and what is asked. */
export function GroupPage() {
  const did = useCompany()
  const reads = useCan(api.group.get)
  if (!did || !reads.allowed) return <NotForYou call={api.group.get} />
  return (
    <>
      <PageHeader
        title="Group"
        description="Companies under one parent. Transfers can be sent to the group and forwarded to the responsible entity."
      />
      <GroupTree key={did} did={did} />
    </>
  )
}

/** The group of a company, with what can be changed in it. */
export function GroupTree({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.group.get, { did })
  const nests = useCan(api.group.nest)
  const change = useGroupChange()
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPanels panels={1} label="Loading group" />
  const { company, parent, subsidiaries, requests } = data
  const top = parent ?? company
  const below = parent ? [company] : subsidiaries
  return (
    <div className="flex flex-col gap-4">
      {requests.length > 0 && <Requests did={did} requests={requests} reason={nests.reason} />}
      <Panel flush title="Companies">
        <ul aria-label="Group companies">
          <Member member={top} own={top.vasp.did === did} />
          {below.map((member) => (
            <Member key={member.vasp.did} member={member} own={member.vasp.did === did} below>
              {!parent && <Enablement member={member} />}
              <Leave
                group={top.vasp.did}
                member={member}
                words={parent ? 'Leave the group' : 'Remove'}
                reason={nests.reason}
              />
            </Member>
          ))}
        </ul>
        {!parent && subsidiaries.length === 0 && (
          <EmptyState kind="nothing" title="No subsidiaries">
            Add a company by its DID. Its admin must agree before it joins your group.
          </EmptyState>
        )}
      </Panel>
      {!parent && (
        <AddSubsidiary
          did={did}
          change={change}
          reason={nests.reason ?? planRefusal('sub_entities', data.planLimit, subsidiaries.length)}
        />
      )}
    </div>
  )
}

type Nest = { group: string; subsidiary: string; action: 'add' | 'remove' }

const outcomes: Record<string, string> = {
  nested: 'Company added to the group',
  waits_for_subsidiary: 'Request sent. The company’s admin must agree.',
  waits_for_group: 'Request sent. The group’s admin must agree.',
  removed: 'Removed',
  not_nested: 'It wasn’t in the group',
}

function useGroupChange() {
  return useChange(
    ({ group, subsidiary, action }: Nest) =>
      api.group.nest({
        query: { action },
        body: { group_vasp: group, subsidiaries: [subsidiary] },
      }),
    {
      invalidates: [api.group.get, api.actionItems.list],
      says: ({ results }) => outcomes[results[0]?.result ?? ''] ?? 'Done',
    },
  )
}

type MemberProps = { member: GroupMember; own: boolean; below?: boolean; children?: ReactNode }

function Member({ member: { vasp }, own, below, children }: MemberProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3">
      {below && <CornerDownRight size={16} aria-hidden className="text-muted" />}
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/network/vasps/$did"
            params={{ did: vasp.did }}
            className="font-semibold hover:text-accent"
          >
            {vasp.name}
          </Link>
          {own && <Badge tone="outline">Your company</Badge>}
          <Badges vasp={vasp} />
        </p>
        <CopyText value={vasp.did} label="DID" />
      </div>
      {children && <div className="flex flex-wrap gap-2 max-sm:pl-8">{children}</div>}
    </li>
  )
}

function Enablement({ member: { vasp, enabled } }: { member: GroupMember }) {
  const [asking, setAsking] = useState(false)
  const { reason } = useCan(api.group.enable)
  const client = useQueryClient()
  const disable = async () => {
    await api.group.enable({ did: vasp.did, query: { entity_enablement: 'disable' } })
    await refresh(client, api.group.get)
    toasts.success(`${vasp.name} disabled`)
  }
  return (
    <>
      <Button
        disabledReason={reason ?? (enabled ? undefined : 'Only the network can enable it again')}
        onClick={() => setAsking(true)}
      >
        Disable
        <span className="sr-only"> {vasp.name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${vasp.name}?`}
        confirmLabel="Disable"
        onConfirm={disable}
      >
        Its members lose access until the network enables it again; you can’t do this yourself. Its
        admins are notified by email.
      </ConfirmDialog>
    </>
  )
}

type LeaveProps = { group: string; member: GroupMember; words: string; reason: string | undefined }

function Leave({ group, member: { vasp }, words, reason }: LeaveProps) {
  const change = useGroupChange()
  return (
    <ConfirmDialog
      trigger={
        <Button disabledReason={reason}>
          {words}
          <span className="sr-only"> {vasp.name}</span>
        </Button>
      }
      title={`Remove ${vasp.name} from the group?`}
      confirmLabel={words}
      onConfirm={() => change.mutateAsync({ group, subsidiary: vasp.did, action: 'remove' })}
    >
      To rejoin, both sides must agree again.
    </ConfirmDialog>
  )
}

type RequestsProps = { did: string; requests: readonly NestRequest[]; reason: string | undefined }

function Requests({ did, requests, reason }: RequestsProps) {
  const change = useGroupChange()
  return (
    <Panel flush title="Open requests">
      <ul aria-label="Open requests">
        {requests.map(({ group, groupName, subsidiary, subsidiaryName, waitsFor, since }) => {
          const mine = waitsFor === (group === did ? 'group' : 'subsidiary')
          const other = group === did ? subsidiary : group
          const nest = (action: Nest['action']) => change.mutate({ group, subsidiary, action })
          return (
            <li
              key={`${group} ${subsidiary}`}
              className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3 text-sm"
            >
              <p className="min-w-0 flex-1 basis-56">
                <Link to="/network/vasps/$did" params={{ did: other }} className={linkClass}>
                  {group === did ? subsidiaryName : groupName}
                </Link>{' '}
                {mine
                  ? group === did
                    ? 'asks to join your group'
                    : 'asks you to join its group'
                  : 'hasn’t answered yet'}{' '}
                <span className="text-muted">
                  <Time value={since} />
                </span>
              </p>
              <div className="flex gap-2">
                {mine && (
                  <Button
                    variant="primary"
                    disabledReason={reason}
                    pending={change.isPending}
                    onClick={() => nest('add')}
                  >
                    Agree
                  </Button>
                )}
                <Button disabledReason={reason} onClick={() => nest('remove')}>
                  {mine ? 'Decline' : 'Withdraw'}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

type AddProps = {
  did: string
  change: ReturnType<typeof useGroupChange>
  reason: string | undefined
}

function AddSubsidiary({ did, change, reason }: AddProps) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const subsidiary = text.trim()
    if (!/^did:[a-z0-9]+:\S+$/.test(subsidiary))
      return setWrong('Enter a DID such as did:ethr:0x51a4')
    setWrong(undefined)
    change.mutate({ group: did, subsidiary, action: 'add' }, { onSuccess: () => setText('') })
  }
  return (
    <Panel title="Add a subsidiary">
      <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-3">
        <TextField
          label="Company DID"
          hint="You’ll find it on the company’s page in the directory."
          mono
          error={wrong}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Failure error={change.error} />
        <div>
          <Button type="submit" pending={change.isPending} disabledReason={reason}>
            Ask to join group
          </Button>
        </div>
      </form>
    </Panel>
  )
}
