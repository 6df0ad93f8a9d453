import {
  type AccessRequest,
  type CompanyRole,
  companyRoles,
  isAtLeast,
  roleNames,
} from '@countersign/contracts/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh, useChange } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { DeclineDialog, joinRequestsQuery, teamQuery } from '../request/index.ts'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'

/** Who asks to join a company, to be let in or not. */
export function TeamRequests({ did }: { did: string }) {
  const { data, error, refetch } = useQuery(joinRequestsQuery(did))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPanels panels={1} label="Loading requests" />
  if (data.requests.length === 0)
    return (
      <EmptyState kind="nothing" title="No requests to join">
        Requests from people at your email domain appear here.
      </EmptyState>
    )
  return (
    <ul className="flex flex-col gap-3">
      {data.requests.map((request) => (
        <li key={request.id}>
          <Request did={did} request={request} />
        </li>
      ))}
    </ul>
  )
}

function Request({ did, request }: { did: string; request: AccessRequest }) {
  const { user, note } = request
  const [role, setRole] = useState<CompanyRole>(request.role)
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const decide = useChange(
    (decision: { decision: 'approve' | 'decline'; reason?: string }) =>
      api.auth.decideJoinRequest({
        vaspDid: did,
        requestId: request.id,
        body: { ...decision, ...(decision.decision === 'approve' && { role }) },
      }),
    {
      invalidates: [joinRequestsQuery(did).queryKey],
      says: ({ state }) =>
        state === 'approved' ? `${user.name} joined the team` : 'Request declined',
      onSuccess: () => void refresh(queryClient, teamQuery(did).queryKey),
    },
  )
  const own = viewer.roles.flatMap((grant) =>
    grant.vaspDID === did ? companyRoles.filter((one) => one === grant.role) : [],
  )
  const mayGive = (wanted: CompanyRole) =>
    viewer.isCountersignAdmin || own.some((one) => isAtLeast(one, wanted))
  return (
    <Panel>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
          <Avatar name={user.name} kind="person" />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{user.name}</p>
            <p className="text-sm text-muted wrap-anywhere">{user.email}</p>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
              <Badge tone="success">Address verified</Badge>
              <span>
                asked <Time value={request.createdAt} />
              </span>
            </p>
            {note && <p className="mt-2 max-w-[65ch] wrap-anywhere">{note}</p>}
          </div>
        </div>
        <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
          <SelectField
            label={`Role of ${user.name}`}
            labelHidden
            className="w-48 max-sm:w-full"
            options={companyRoles.map((value) => ({
              value,
              label: roleNames[value],
              disabled: !mayGive(value),
            }))}
            value={role}
            onChange={(event) =>
              setRole(companyRoles.find((one) => one === event.target.value) ?? role)
            }
          />
          <DeclineDialog
            name={user.name}
            onDecline={(reason) => decide.mutateAsync({ decision: 'decline', reason })}
          />
          <Button
            variant="primary"
            pending={decide.isPending}
            onClick={() => decide.mutate({ decision: 'approve' })}
          >
            Approve<span className="sr-only"> {user.name}</span>
          </Button>
        </div>
      </div>
    </Panel>
  )
}
