import type { OwnRequest } from '@countersign/contracts/identity'
import { useQuery } from '@tanstack/react-query'
import { api, useChange, useOperation } from '../api/index.ts'
import { userVaspListQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'
import { ownRequestsQuery } from './queries.ts'

const words: Record<OwnRequest['state'], readonly [BadgeTone, string]> = {
  pending: ['warning', 'Waiting'],
  approved: ['success', 'Approved'],
  declined: ['danger', 'Declined'],
  withdrawn: ['neutral', 'Withdrawn'],
}
const kinds: Record<OwnRequest['kind'], string> = {
  join: 'Join',
  claim: 'Claim',
  create: 'Register',
}

type OwnRequestsProps = {
  /** Leaves out what was decided. */
  onlyPending?: boolean
  className?: string | undefined
}

/** What the viewer has asked for and what became of it; nothing when they never asked. */
export function OwnRequests({ onlyPending = false, className }: OwnRequestsProps) {
  const { data } = useQuery(ownRequestsQuery)
  const shown =
    data?.requests
      .filter(({ state }) => (onlyPending ? state === 'pending' : state !== 'withdrawn'))
      .slice(0, 10) ?? []
  const list = useQuery({ ...userVaspListQuery, enabled: shown.length > 0 })
  if (shown.length === 0) return null
  const { loginable = [], joinable = [], claimable = [] } = list.data ?? {}
  const all = [...loginable, ...joinable, ...claimable]
  const nameOf = (wanted: string) => all.find(({ did }) => did === wanted)?.name
  return (
    <Panel
      title="Your requests"
      description={onlyPending ? 'You’re told by email when there is a decision.' : undefined}
      className={className}
      flush
    >
      <ul className="divide-y divide-line border-t border-line">
        {shown.map((request) => (
          <Request key={request.id} request={request} known={nameOf(request.vaspDID)} />
        ))}
      </ul>
    </Panel>
  )
}

function Request({ request, known }: { request: OwnRequest; known: string | undefined }) {
  const { vaspDID: did } = request
  const other = useOperation(api.public.getVasp, { did }, { enabled: known === undefined })
  const name = known ?? other.data?.name ?? did
  const withdraw = useChange(() => api.auth.withdrawRequest({ requestId: request.id }), {
    invalidates: [ownRequestsQuery.queryKey],
    says: 'Request withdrawn',
  })
  const [tone, word] = words[request.state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {kinds[request.kind]} {name}
        </p>
        <p className="text-sm text-muted">
          Asked <Time value={request.createdAt} />
          {request.reason && `. Reason: ${request.reason}`}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <Badge tone={tone}>{word}</Badge>
        {request.state === 'pending' && (
          <Button pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw<span className="sr-only"> the request about {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
