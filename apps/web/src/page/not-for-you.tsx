import { Link, useMatches } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { api, useOperation } from '../api/index.ts'
import { type Guarded, permissionOf, useCan, useCompany, useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'

/** Props of {@link NotForYou}. */
interface NotForYouProps {
  /** What the viewer may not call in the active company; left out where only the network's operator may. */
  call?: Guarded
}

/** A page the viewer has no access to: its name, the missing permission and who can grant it. */
export function NotForYou(props: NotForYouProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHeader title={title} />
      <div className="rounded-panel border border-line bg-panel">
        <Missing {...props} />
      </div>
    </>
  )
}

/** The missing permission and who can grant it, in place of the content. */
export function Missing({ call }: NotForYouProps) {
  const company = useCompany()
  const { observing } = useViewer()
  if (observing)
    return (
      <EmptyState kind="nothing" icon={Lock} title="Not visible to operators">
        Only members of the company can see this. Operators see what its viewers see, without
        verdicts, drafts, files and secrets.
      </EmptyState>
    )
  if (!call)
    return (
      <EmptyState
        kind="not-allowed"
        title="For the network’s operator only"
        permission={permissionOf(api.administration.list) ?? ''}
      >
        Only operator staff hold it, and only they can grant it.
      </EmptyState>
    )
  if (!company) return <NoCompany />
  return <AskAdmin company={company} permission={permissionOf(call) ?? ''} />
}

/** Shown to a user without a company, with the next step. */
export function NoCompany() {
  return (
    <EmptyState
      kind="nothing"
      title="You’re not part of a company yet"
      action={
        <Link to="/auth/get-started" className={buttonClass('primary')}>
          Find your company
        </Link>
      }
    >
      Join or claim your company. Its tasks will appear here.
    </EmptyState>
  )
}

function AskAdmin({ company, permission }: { company: string; permission: string }) {
  const reads = useCan(api.vasp.get)
  const { data } = useOperation(
    api.vasp.get,
    { did: company, query: { fields: 'adminEmails' } },
    { enabled: reads.allowed },
  )
  return (
    <EmptyState kind="not-allowed" permission={permission} adminEmails={data?.adminEmails ?? []}>
      An admin of your company can grant it.
    </EmptyState>
  )
}
