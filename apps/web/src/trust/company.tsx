import {
  type PublicVasp,
  presentationOf,
  profileFields,
  type Vasp,
} from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { isSignedIn, useViewer } from '../session.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { linkClass } from '../ui/link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Badges } from './badges.tsx'
import { RegulatoryStatus } from './directory.tsx'
import { FieldValue, Issuer } from './field-value.tsx'

const route = getRouteApi('/network/vasps/$did')

/** A company as anyone sees it; members of the network see more of it, and who said so. */
export function Company() {
  const { did } = route.useParams()
  const signedIn = isSignedIn(useViewer())
  const { data, error, refetch } = useQuery({
    queryKey: [signedIn ? 'vasp.get' : 'public.getVasp', did],
    queryFn: ({ signal }): Promise<PublicVasp & Partial<Vasp>> =>
      signedIn ? api.vasp.get({ did }, { signal }) : api.public.getVasp({ did }, { signal }),
  })
  const above = (
    <Link to="/network/search" className={linkClass}>
      Directory
    </Link>
  )
  if (error)
    return (
      <>
        <PageHeader title="Company" above={above} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  return (
    <>
      <PageHeader
        above={above}
        title={data?.name ?? 'Company'}
        logo={<Avatar name={data?.name ?? '…'} size="large" />}
        description={data?.legalName}
        meta={
          <>
            <CopyText value={did} label="DID" />
            {data && <Badges vasp={data} />}
          </>
        }
      />
      {data ? <Facts vasp={data} /> : <SkeletonLines lines={8} label="Loading the company" />}
    </>
  )
}

function Facts({ vasp }: { vasp: PublicVasp & Partial<Vasp> }) {
  const sections = Map.groupBy(
    profileFields.filter((name) => name !== 'name' && (vasp.issuers || vasp[name] != null)),
    (name) => presentationOf(name).section,
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {[...sections].map(([section, names]) => (
        <Panel key={section} title={section}>
          <DescriptionList
            facts={[
              ...(section === 'Regulation'
                ? [{ term: 'Status', value: <RegulatoryStatus status={vasp.regulatoryStatus} /> }]
                : []),
              ...names.map((name) => ({
                term: presentationOf(name).label,
                value: vasp[name] != null && (
                  <>
                    <FieldValue name={name} value={vasp[name]} />
                    <Issuer of={vasp} field={name} />
                  </>
                ),
              })),
            ]}
          />
        </Panel>
      ))}
      {vasp.protocols && (
        <Panel title="Travel Rule">
          <DescriptionList
            facts={[
              { term: 'Phase', value: vasp.compliancePhase && phases[vasp.compliancePhase] },
              { term: 'Protocols', value: vasp.protocols.join(', ') },
              { term: 'Reachable', value: vasp.isNotifiable ? 'Yes' : 'No' },
            ]}
          />
        </Panel>
      )}
    </div>
  )
}

const phases: Record<Vasp['compliancePhase'], string> = {
  NOT_STARTED: 'Not started: sends and answers nothing',
  PREPARING: 'Preparing: answers by hand',
  SUNRISE: 'Sunrise: answers, sends nothing yet',
  ACTIVE: 'Active: sends and answers',
  ENFORCED: 'Enforced: holds transfers until they are accepted',
}
