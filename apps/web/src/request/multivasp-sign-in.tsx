import { safeRedirect } from '@countersign/contracts/identity'
import type { PublicVasp } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { Badges } from '../company/index.ts'
import { LoadError } from '../page/index.ts'
import {
  clearCompany,
  useCompany,
  userVaspListQuery,
  useSwitchCompany,
  useViewer,
  workable,
} from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines, SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { ownRequestsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/auth/multivasp-signin')

/** Chooses a company: to work for, to ask to join, to claim; and says why the wanted one is closed. */
export function MultivaspSignIn() {
  const { vasp: wanted } = route.useSearch()
  const viewer = useViewer()
  const company = useCompany()
  const { data, error, refetch } = useQuery(userVaspListQuery)
  const go = useGo()
  const email = viewer.fields.find(({ fieldName }) => fieldName === 'email')?.values[0]?.value
  const closed = wanted !== undefined && !workable(viewer).includes(wanted) ? wanted : undefined
  const isDisabled = closed !== undefined && viewer.disabledVasps.includes(closed)
  const own = data?.loginable.find(({ did }) => did === company)
  const listed = data && [...data.loginable, ...data.joinable, ...data.claimable].length > 0
  return (
    <>
      <PageHeader
        title={
          isDisabled
            ? 'This company is disabled'
            : closed
              ? 'You’re not part of this company yet'
              : 'Choose a company'
        }
        description={`You’re signed in${email ? ` as ${email}` : ''}.`}
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={1} label="Loading your companies" />}
      {data && closed && (
        <div className="mb-6 grid gap-4 md:grid-cols-2">
          <Wanted did={closed} list={data} />
          {own ? (
            <Side
              title="Current company"
              vasp={own}
              action={
                <Button variant="primary" onClick={() => go(own.did)}>
                  Stay with {own.name}
                </Button>
              }
            />
          ) : (
            <Panel title="Current company">
              <p className="mb-3 text-muted">You’re not part of a company.</p>
              <Button
                onClick={() => {
                  clearCompany()
                  go(undefined)
                }}
              >
                Continue without a company
              </Button>
            </Panel>
          )}
        </div>
      )}
      {data && (
        <div className="flex flex-col gap-4">
          <Group
            title="Your companies"
            vasps={data.loginable}
            action={(vasp) =>
              viewer.disabledVasps.includes(vasp.did) ? (
                <Badge tone="danger">Disabled</Badge>
              ) : (
                <Button onClick={() => go(vasp.did)}>
                  Switch<span className="sr-only"> to {vasp.name}</span>
                </Button>
              )
            }
          />
          <Group
            title="You can join"
            description="One of its admins decides."
            vasps={data.joinable}
            action={(vasp) => <Ask vasp={vasp} kind="join" />}
          />
          <Group
            title="You can claim"
            description="These have no admin yet. The network decides."
            vasps={data.claimable}
            action={(vasp) => <Ask vasp={vasp} kind="claim" />}
          />
        </div>
      )}
      {data && !listed && (
        <EmptyState
          kind="nothing"
          title="No companies yet"
          action={
            <Link to="/auth/get-started" className={buttonClass('primary')}>
              Get started
            </Link>
          }
        >
          Find your company, or add it.
        </EmptyState>
      )}
    </>
  )
}

/** Works for a company, and goes on to where the viewer wanted to be. */
function useGo(): (did: string | undefined) => void {
  const { redirect } = route.useSearch()
  const switchTo = useSwitchCompany()
  const { history } = useRouter()
  const target = safeRedirect(redirect, location.origin) ?? '/dashboard'
  return (did) => {
    if (did === undefined || switchTo(did)) history.push(target)
  }
}

type List = { joinable: PublicVasp[]; claimable: PublicVasp[] }

function Wanted({ did, list }: { did: string; list: List }) {
  const isDisabled = useViewer().disabledVasps.includes(did)
  const found = useOperation(api.public.getVasp, { did })
  if (found.error)
    return (
      <Panel title="Your choice">
        <Notice tone="warning">No company in the network has this DID.</Notice>
      </Panel>
    )
  if (!found.data)
    return (
      <Panel title="Your choice">
        <SkeletonLines lines={3} label="Loading the company" />
      </Panel>
    )
  const kind = (['joinable', 'claimable'] as const).find((group) =>
    list[group].some((vasp) => vasp.did === did),
  )
  return (
    <Side
      title="Your choice"
      vasp={found.data}
      action={
        isDisabled ? (
          <Notice tone="warning">
            It can’t be used until the network enables it again. You keep your roles.
          </Notice>
        ) : kind ? (
          <Ask vasp={found.data} kind={kind === 'joinable' ? 'join' : 'claim'} />
        ) : (
          <p className="text-sm text-muted">
            Your email address isn’t at one of this company’s domains. Ask one of its admins to
            invite you.
          </p>
        )
      }
    />
  )
}

function Side(props: { title: string; vasp: PublicVasp; action: React.ReactNode }) {
  const { title, vasp, action } = props
  return (
    <Panel title={title}>
      <Facts vasp={vasp} />
      <div className="mt-4">{action}</div>
    </Panel>
  )
}

const Facts = ({ vasp }: { vasp: PublicVasp }) => (
  <div className="flex min-w-0 items-start gap-3">
    <Avatar name={vasp.name} src={vasp.logo ?? undefined} />
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{vasp.name}</p>
      <CopyText value={vasp.did} label="DID" />
      <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
        <Badges vasp={vasp} hideDeactivatedBadges />
      </p>
    </div>
  </div>
)

/** The way to ask, or that it was asked. */
function Ask({ vasp, kind }: { vasp: PublicVasp; kind: 'join' | 'claim' }) {
  const { data } = useQuery(ownRequestsQuery)
  const waits = data?.requests.some(
    ({ vaspDID, state }) => vaspDID === vasp.did && state === 'pending',
  )
  if (waits) return <Badge tone="warning">Awaiting a decision</Badge>
  return <AskDialog vasp={vasp} kind={kind} />
}

type GroupProps = {
  title: string
  description?: string
  vasps: PublicVasp[]
  action: (vasp: PublicVasp) => React.ReactNode
}

function Group({ title, description, vasps, action }: GroupProps) {
  if (vasps.length === 0) return null
  return (
    <Panel title={title} description={description} flush>
      <ul className="divide-y divide-line border-t border-line">
        {vasps.map((vasp) => (
          <li
            key={vasp.did}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
          >
            <Facts vasp={vasp} />
            {action(vasp)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
