import { type OwnInvitation, roleNames } from '@countersign/contracts/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, refresh, useChange } from '../api/index.ts'
import { useReadOnly, userVaspListQuery, viewerQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Time } from '../ui/value/time.tsx'
import { ownInvitationsQuery, ownRequestsQuery } from './queries.ts'

/** Companies that want the viewer in: nothing of the viewer is shown to them before they accept. */
export function OwnInvitations() {
  const { data } = useQuery(ownInvitationsQuery)
  const readOnly = useReadOnly()
  if (readOnly || !data || data.invitations.length === 0) return null
  return (
    <Panel title="You have invitations" className="mb-6" flush>
      <ul className="divide-y divide-line border-t border-line">
        {data.invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )
}

function Invitation({ invitation }: { invitation: OwnInvitation }) {
  const { id, vaspDID, vaspName, role, expiresAt } = invitation
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useChange(
    (answer: 'accept' | 'decline') =>
      api.auth.answerInvitation({ vaspDid: vaspDID, invitationId: id, body: { answer } }),
    {
      says: (_, answer) =>
        answer === 'accept' ? `You’ve joined ${vaspName}` : 'Invitation declined',
      onSuccess: (_, answer) => {
        const changed =
          answer === 'accept'
            ? [ownInvitationsQuery, ownRequestsQuery, userVaspListQuery, viewerQuery]
            : [ownInvitationsQuery]
        for (const { queryKey } of changed) void refresh(queryClient, queryKey)
      },
    },
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{vaspName}</p>
        <p className="text-sm text-muted">
          As {roleNames[role]}. Members will see your name, email address and phone number. Expires{' '}
          <Time value={expiresAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="primary"
          pending={isPending && variables === 'accept'}
          onClick={() => mutate('accept')}
        >
          Accept<span className="sr-only"> the invitation from {vaspName}</span>
        </Button>
        <Button pending={isPending && variables === 'decline'} onClick={() => mutate('decline')}>
          Decline<span className="sr-only"> the invitation from {vaspName}</span>
        </Button>
      </div>
    </li>
  )
}
