import type { TeamMember } from '@countersign/contracts/identity'
import { roleNames } from '@countersign/contracts/identity'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { invitationsQuery, joinRequestsQuery, teamQuery } from '../request/index.ts'
import { useCan, useCompany, useViewer } from '../session/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { CopyButton } from '../ui/value/copy-button.tsx'
import { Time } from '../ui/value/time.tsx'
import { TeamInvitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberActions } from './member-actions.tsx'
import { TeamRequests } from './requests.tsx'

const route = getRouteApi('/signed-in/team')

/** The people of the active company: who is in it, who was invited, who asks to be let in. */
export function TeamPage() {
  const did = useCompany()
  const reads = useCan(api.auth.vaspUsers)
  if (!did || !reads.allowed) return <NotForYou call={api.auth.vaspUsers} />
  return <Team key={did} did={did} />
}

const csv = [
  { header: 'Name', value: (member: TeamMember) => member.name },
  { header: 'Email', value: (member: TeamMember) => member.email },
  { header: 'Phone', value: (member: TeamMember) => member.phone },
  { header: 'Job title', value: (member: TeamMember) => member.jobTitle },
  {
    header: 'Roles',
    value: ({ roles }: TeamMember) => roles.map((role) => roleNames[role]).join('; '),
  },
  { header: 'Member since', value: (member: TeamMember) => new Date(member.since) },
  { header: 'Last seen', value: (member: TeamMember) => new Date(member.lastSeenAt) },
]

function Team({ did }: { did: string }) {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const adds = useCan(api.auth.addUserToVasp)
  const team = useQuery(teamQuery(did))
  const waiting = useQuery({ ...invitationsQuery(did), enabled: adds.allowed })
  const asking = useQuery({ ...joinRequestsQuery(did), enabled: adds.allowed })
  const users = team.data?.users
  const count = (list: readonly unknown[] | undefined) => list?.length
  return (
    <>
      <PageHeader
        title="Team"
        description={domainRule(team.data?.emailDomains)}
        actions={
          <>
            {users && (
              <>
                <CopyButton
                  text={users.map(({ email }) => email).join(', ')}
                  label="Copy all email addresses"
                />
                <ExportButton name="team" columns={csv} pages={() => [users]} />
              </>
            )}
            <InviteDialog
              did={did}
              disabledReason={adds.reason}
              domains={team.data?.emailDomains ?? []}
            />
          </>
        }
      />
      <Tabs
        label="Team"
        value={(adds.allowed && tab) || 'members'}
        onChange={(next) => {
          const chosen = (['invited', 'requests'] as const).find((one) => one === next)
          void navigate({ search: chosen ? { tab: chosen } : {}, replace: true })
        }}
        items={[
          {
            value: 'members',
            label: 'Members',
            count: count(users),
            content: <Members did={did} team={team} />,
          },
          ...(adds.allowed
            ? ([
                {
                  value: 'invited',
                  label: 'Invited',
                  count: count(waiting.data?.invitations),
                  content: <TeamInvitations did={did} />,
                },
                {
                  value: 'requests',
                  label: 'Requests',
                  count: count(asking.data?.requests),
                  content: <TeamRequests did={did} />,
                },
              ] as const)
            : []),
        ]}
      />
    </>
  )
}

/** Who may ask to be let in, in words. */
function domainRule(domains: readonly string[] | undefined): string | undefined {
  if (!domains) return undefined
  return domains.length > 0
    ? `Anyone with a verified address at ${domains.join(' or ')} can ask to join. Everyone else needs an invitation.`
    : 'This company has no email domain on record, so people can join by invitation only.'
}

type MembersProps = {
  did: string
  team: {
    data: { users: readonly TeamMember[] } | undefined
    error: Error | null
    refetch: () => unknown
  }
}

function Members({ did, team }: MembersProps) {
  const viewer = useViewer()
  const users = team.data?.users
  const columns: Column<TeamMember>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={member.name} kind="person" size="small" />
          <span className="min-w-0">
            <span className="font-semibold wrap-anywhere">{member.name}</span>
            {member.did === viewer.did && <span className="text-muted"> (you)</span>}
            {member.jobTitle && <span className="block text-xs text-muted">{member.jobTitle}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      cell: (member) => (
        <span className="wrap-anywhere">
          {member.email}
          {member.phone && <span className="block text-xs text-muted">{member.phone}</span>}
        </span>
      ),
    },
    {
      id: 'roles',
      header: 'Roles',
      cell: ({ roles }) => roles.map((role) => roleNames[role]).join(', '),
    },
    {
      id: 'seen',
      header: 'Last seen',
      cell: (member) => <Time value={member.lastSeenAt} inRow />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (member) => <MemberActions did={did} member={member} />,
    },
  ]
  return (
    <>
      <DataList
        error={team.error}
        onRetry={() => void team.refetch()}
        caption="Members"
        columns={columns}
        rows={users}
        keyOf={(member) => member.did}
        copyOf={(member) => member.email}
        skeletonRows={6}
        empty={
          <EmptyState kind="nothing" title="No members yet">
            Invite the first person.
          </EmptyState>
        }
      />
      {users?.length === 1 && (
        <p className="mt-3 text-sm text-muted">You’re the only member. Invite your colleagues.</p>
      )}
    </>
  )
}
