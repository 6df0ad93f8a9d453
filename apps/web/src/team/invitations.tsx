import { type Invitation, roleNames } from '@countersign/contracts/identity'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, useChange } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { invitationsQuery } from '../request/index.ts'
import { configQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

/** The invitations of a company that nobody has accepted yet. */
export function TeamInvitations({ did }: { did: string }) {
  const { data, error, refetch } = useQuery(invitationsQuery(did))
  const { data: config } = useQuery(configQuery)
  const columns: Column<Invitation>[] = [
    {
      id: 'email',
      header: 'Email',
      cell: ({ email }) => <span className="font-semibold wrap-anywhere">{email}</span>,
    },
    { id: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
    { id: 'sent', header: 'Sent', cell: ({ sentAt }) => <Time value={sentAt} inRow /> },
    {
      id: 'until',
      header: 'Expires',
      cell: ({ expiresAt, expired }) =>
        expired ? (
          <Badge tone="danger">Expired</Badge>
        ) : (
          <Time value={expiresAt} format="day" inRow />
        ),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (invitation) => <Actions did={did} invitation={invitation} />,
    },
  ]
  return (
    <>
      {config && config.demoUsers.length > 0 && (
        <p className="mb-3 text-sm text-muted">
          The demo doesn’t send email.{' '}
          <Link to="/demo/mail" className={linkClass}>
            See what it would have sent
          </Link>
          .
        </p>
      )}
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Invitations"
        columns={columns}
        rows={data?.invitations}
        keyOf={({ id }) => id}
        copyOf={({ email }) => email}
        skeletonRows={2}
        empty={
          <EmptyState kind="nothing" title="No pending invitations">
            Pending invitations appear here.
          </EmptyState>
        }
      />
    </>
  )
}

function Actions({ did, invitation: { id, email } }: { did: string; invitation: Invitation }) {
  const path = { vaspDid: did, invitationId: id }
  const invalidates = [invitationsQuery(did).queryKey]
  const resend = useChange(() => api.auth.resendInvitation(path), {
    invalidates,
    says: `Invitation sent again to ${email}`,
  })
  const cancel = useChange(() => api.auth.cancelInvitation(path), {
    invalidates,
    says: 'Invitation withdrawn',
  })
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button pending={resend.isPending} onClick={() => resend.mutate()}>
        Send again<span className="sr-only"> to {email}</span>
      </Button>
      <Button variant="quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
        Withdraw<span className="sr-only"> the invitation to {email}</span>
      </Button>
    </span>
  )
}
