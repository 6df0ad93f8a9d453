import {
  completeness,
  type ProfileField,
  presentationOf,
  profileFields,
  type Vasp,
} from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Eye, Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { Registries } from '../registry/index.ts'
import { PdfButton } from '../report/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { VerificationPanel } from '../verification/index.ts'
import { Standing } from './badge-guide.tsx'
import { Badges } from './badges.tsx'
import { CompliancePanel } from './compliance-panel.tsx'
import { FieldValue, Issuer } from './field-value.tsx'
import { SectionForm } from './profile-form.tsx'
import { ProfileHistoryPanel } from './profile-history.tsx'

const route = getRouteApi('/signed-in/company')

/** The own company's profile: what each field says, who asserted it and since when; editable in place. */
export function ProfilePage() {
  const did = useCompany()
  const reads = useCan(api.vasp.profile)
  if (!did || !reads.allowed) return <NotForYou call={api.vasp.profile} />
  return <Profile key={did} did={did} />
}

function Profile({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.vasp.get, { did })
  const { reason } = useCan(api.vasp.update)
  const { edit } = route.useSearch()
  // Who comes to fill in what is missing finds the first such section open.
  const missing = edit && data && !reason ? completeness(data).missing : []
  const sections = Map.groupBy(profileFields, (name) => presentationOf(name).section)
  return (
    <>
      <PageHeader
        title="Profile"
        description="What your company states about itself. Network members see who stated each field, and when."
        meta={
          <>
            <CopyText value={did} label="DID" />
            {data && <Badges vasp={data} forceShowBadges />}
          </>
        }
        actions={
          <>
            <Link to="/network/vasps/$did" params={{ did }} className={buttonClass()}>
              <Eye size={16} aria-hidden />
              View as others
            </Link>
            <Button icon={Printer} onClick={() => print()}>
              Print
            </Button>
            <PdfButton company={did} of={{ kind: 'profile', about: did }}>
              Download PDF
            </PdfButton>
          </>
        }
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={6} label="Loading profile" />}
      {data && (
        <div className="mb-4">
          <Standing vasp={data} />
        </div>
      )}
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            {[...sections].map(([section, names]) => (
              <Section
                key={section}
                title={section}
                names={names}
                vasp={data}
                opens={missing[0] !== undefined && names.includes(missing[0])}
              />
            ))}
            <ProfileHistoryPanel did={did} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <VerificationPanel did={did} version={data.version} side="company" reason={reason} />
            <CompliancePanel did={did} />
            <Registries vasp={data} />
          </div>
        </div>
      )}
    </>
  )
}

type SectionProps = { title: string; names: ProfileField[]; vasp: Vasp; opens: boolean }

function Section({ title, names, vasp, opens }: SectionProps) {
  const [editing, setEditing] = useState(opens)
  const { reason } = useCan(api.vasp.update)
  if (editing) {
    const close = () => setEditing(false)
    return <SectionForm title={title} names={names} vasp={vasp} onClose={close} />
  }
  const filled = names.filter((name) => vasp[name] != null)
  const empty = names.filter((name) => vasp[name] == null)
  return (
    <Panel
      title={title}
      actions={
        <Button icon={Pencil} disabledReason={reason} onClick={() => setEditing(true)}>
          Edit<span className="sr-only"> {title}</span>
        </Button>
      }
    >
      {filled.length > 0 && (
        <DescriptionList
          facts={filled.map((name) => ({
            term: presentationOf(name).label,
            value: (
              <>
                <FieldValue name={name} value={vasp[name]} />
                <Issuer of={vasp} field={name} />
              </>
            ),
          }))}
        />
      )}
      {empty.length > 0 && (
        <p className={cx('text-sm text-muted', filled.length > 0 && 'mt-3')}>
          Not provided: {empty.map((name) => presentationOf(name).label).join(', ')}
        </p>
      )}
    </Panel>
  )
}
