import type { AccessRequest } from '@countersign/contracts/identity'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, keyOf, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

const key = keyOf(api.auth.listClaimRequests)

/** Who waits to become the first admin of a company, for the network to decide. */
export function ClaimQueue() {
  const { data, error, refetch } = useOperation(api.auth.listClaimRequests, {})
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Panel flush>
      {!data && (
        <div className="p-5">
          <SkeletonLines lines={3} label="Loading claims" />
        </div>
      )}
      {data?.requests.length === 0 && (
        <EmptyState kind="nothing" icon={CircleCheck} title="No claims">
          Requests to become a company’s first admin appear here.
        </EmptyState>
      )}
      {data && data.requests.length > 0 && (
        <ul aria-label="Claims">
          {data.requests.map((request) => (
            <Claim key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Claim({ request }: { request: AccessRequest }) {
  const { id, vaspDID, vaspName, user, kind, note, domainProven, createdAt } = request
  const decide = useChange(
    (decision: { decision: 'approve' | 'decline'; reason?: string }) =>
      api.auth.decideClaimRequest({ vaspDid: vaspDID, requestId: id, body: decision }),
    {
      invalidates: [key],
      says: ({ state }) =>
        state === 'approved' ? `${user.name} is now admin of ${vaspName}` : 'Claim declined',
    },
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 text-sm first:border-t-0">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-semibold">{user.name}</span> {kind === 'create' ? 'made' : 'claims'}{' '}
          <Link to="/admin/companies/$did" params={{ did: vaspDID }} className={linkClass}>
            {vaspName}
          </Link>{' '}
          <span className="text-muted">
            <Time value={createdAt} />
          </span>
        </p>
        <p className="text-muted wrap-anywhere">{user.email}</p>
        {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{note}</p>}
      </div>
      <Badge tone={domainProven ? 'success' : 'warning'}>
        {domainProven ? 'Domain verified' : 'Other domain'}
      </Badge>
      <div className="flex gap-2">
        <DeclineDialog
          name={user.name}
          onDecline={(reason) =>
            decide.mutateAsync({ decision: 'decline', ...(reason && { reason }) })
          }
        />
        <Button
          variant="primary"
          pending={decide.isPending}
          onClick={() => decide.mutate({ decision: 'approve' })}
        >
          Approve<span className="sr-only"> {user.name}</span>
        </Button>
      </div>
    </li>
  )
}
