import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, keyOf, refresh, useOperation } from '../api/index.ts'
import { Badges, ProfileHistoryPanel } from '../company/index.ts'
import { EvidencePanel } from '../evidence/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { VerificationPanel } from '../verification/index.ts'
import { CompanyWebhooks } from './company-webhooks.tsx'
import { AdminGroup } from './group.tsx'
import { AdminListing } from './listing.tsx'
import { LookInside } from './look-inside.tsx'
import { NetworkFields } from './network-fields.tsx'

const route = getRouteApi('/signed-in/admin/companies/$did')

/** One company for the network's operator: verify, state what the network knows, group, disable. */
export function AdminCompany() {
  const { did } = route.useParams()
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <Detail key={did} did={did} />
}

function Detail({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.administration.get, { did })
  const above = (
    <Link to="/admin/companies" className={linkClass}>
      All companies
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
        title={data?.vasp.name ?? 'Company'}
        description={data?.vasp.legalName}
        meta={
          <>
            <CopyText value={did} label="DID" />
            {data && <Badges vasp={data.vasp} />}
          </>
        }
        actions={
          <>
            <Link to="/network/vasps/$did" params={{ did }} className={buttonClass()}>
              Public page
            </Link>
            {data && <LookInside did={did} name={data.vasp.name} enabled={data.enabled} />}
            {data && <Enable did={did} name={data.vasp.name} enabled={data.enabled} />}
          </>
        }
      />
      {data ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <VerificationPanel did={did} version={data.vasp.version} side="network" />
            <EvidencePanel did={did} company={data.vasp.name} />
            <AdminGroup did={did} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <AdminListing company={data} />
            <NetworkFields company={data} />
            <CompanyWebhooks did={did} name={data.vasp.name} />
            <ProfileHistoryPanel did={did} />
          </div>
        </div>
      ) : (
        <SkeletonPanels panels={4} label="Loading company" />
      )}
    </>
  )
}

function Enable({ did, name, enabled }: { did: string; name: string; enabled: boolean }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const set = async () => {
    const entity_enablement = enabled ? 'disable' : 'enable'
    const why = enabled && reason.trim()
    await api.group.enable({ did, query: { entity_enablement, ...(why && { reason: why }) } })
    await refresh(client, keyOf(api.administration.get, { did }))
    toasts.success(`${name} is ${entity_enablement}d`)
  }
  const verb = enabled ? 'Disable' : 'Enable'
  return (
    <>
      <Button variant={enabled ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking && (
        <FormDialog
          onOpenChange={setAsking}
          title={`${verb} ${name}?`}
          submit={verb}
          danger={enabled}
          onSubmit={set}
        >
          <p className="text-sm">
            {enabled
              ? 'Its members lose access until it is enabled again. Its admins are notified by email, and companies that trust it are asked to re-review it.'
              : 'Its members regain access. Its admins are notified by email.'}
          </p>
          {enabled && (
            <TextField
              label="Reason"
              optional
              hint="Visible to its members and counterparties."
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </FormDialog>
      )}
    </>
  )
}
