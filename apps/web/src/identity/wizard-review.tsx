import { companyRoles, type NewCompany } from '@countersign/contracts/identity'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { setActiveCompany } from '../active-company.ts'
import { api } from '../api.ts'
import type { WizardState } from '../local.ts'
import { userVaspListQuery, useViewer, viewerQuery } from '../session.ts'
import { forgetCompany } from '../shell/switch-company.ts'
import { countryName } from '../trust/countries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { linkClass } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toasts } from '../ui/toasts.ts'
import { ownRequestsQuery } from './request-queries.ts'
import type { StepProps } from './wizard-state.ts'

const companyOf = (state: WizardState): NewCompany => ({
  name: state.name.trim(),
  website: state.website.trim(),
  ...(state.legalName.trim() && { legalName: state.legalName.trim() }),
  ...(state.lei && { lei: state.lei }),
  ...(state.jurisdictions.length > 0 && { jurisdictions: state.jurisdictions }),
  ...(state.description.trim() && { description: state.description.trim() }),
  ...(state.note.trim() && { note: state.note.trim() }),
})

/** Everything on one page, and the company is made. */
export function ReviewStep({ state, change }: StepProps) {
  const [sure, setSure] = useState(false)
  const queryClient = useQueryClient()
  const make = useMutation({
    mutationFn: () => api.auth.newCustomer({ body: companyOf(state) }),
    onSuccess: async ({ did, state: outcome }) => {
      await queryClient.refetchQueries({ queryKey: viewerQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: userVaspListQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ownRequestsQuery.queryKey })
      if (outcome === 'approved') {
        setActiveCompany(did)
        forgetCompany(queryClient)
        await inviteAll(did, state.colleagues)
      }
      change({ did })
    },
  })
  return (
    <Panel
      title="Is everything right?"
      footer={
        <Button
          variant="primary"
          pending={make.isPending}
          disabledReason={sure ? undefined : 'Confirm that you may act for this company'}
          onClick={() => make.mutate()}
        >
          Add the company
        </Button>
      }
    >
      <DescriptionList
        facts={[
          { term: 'Name', value: state.name },
          { term: 'Website', value: state.website },
          { term: 'Legal name', value: state.legalName },
          { term: 'LEI', value: state.lei },
          { term: 'Jurisdictions', value: state.jurisdictions.map(countryName).join(', ') },
          { term: 'Description', value: state.description },
          { term: 'Invitations', value: state.colleagues.map(({ email }) => email).join(', ') },
        ]}
      />
      <div className="mt-5 flex flex-col gap-4">
        <TextArea
          label="Note to the network"
          optional
          maxLength={500}
          hint="Read when your address is not at the domain of the website"
          value={state.note}
          onChange={(event) => change({ note: event.target.value })}
        />
        <Checkbox
          label="I may act for this company, and what I say of it is true."
          checked={sure}
          onChange={(event) => setSure(event.target.checked)}
        />
        {make.error && (
          <Notice tone="danger" title="The company was not added">
            {make.error.message}
          </Notice>
        )}
      </div>
    </Panel>
  )
}

/** Invites the colleagues of the wizard; the company is there whatever becomes of that. */
async function inviteAll(vaspDID: string, colleagues: WizardState['colleagues']): Promise<void> {
  const failed: string[] = []
  for (const { email, role: name } of colleagues) {
    const role = companyRoles.find((known) => known === name) ?? 'viewer'
    await api.auth.addUserToVasp({ body: { vaspDID, email, role } }).catch(() => failed.push(email))
  }
  if (failed.length > 0) toasts.error(`Not invited: ${failed.join(', ')}. Try it on the page Team.`)
}

/** The company is there, or waits for the network. */
export function Done(props: { did: string; name: string; onAnother: () => void }) {
  const { did, name, onAnother } = props
  const isMine = useViewer().vasps.includes(did)
  return (
    <div className="mx-auto max-w-[40rem] py-6">
      <PageHeader
        title={isMine ? `${name} is in the network` : `${name} waits for the network`}
        description={
          isMine
            ? 'You are its administrator. It is shown as unverified until the network has checked it.'
            : 'The network checks that you may act for it, because your address is not at its own domain. You get a mail.'
        }
        meta={<CopyText value={did} label="DID" />}
      />
      {isMine && (
        <Panel title="What to do next">
          <ol className="list-decimal space-y-2 pl-5">
            <li>
              <Link to="/company" className={linkClass}>
                Complete the profile
              </Link>
              , so that counterparties know you.
            </li>
            <li>
              <Link to="/team" className={linkClass}>
                Invite your colleagues
              </Link>
              .
            </li>
            <li>
              <Link to="/network/search" className={linkClass}>
                Look at the companies that you deal with
              </Link>
              .
            </li>
          </ol>
        </Panel>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/dashboard/companies" className={buttonClass('primary')}>
          Go to your companies
        </Link>
        <Button onClick={onAnother}>Add another company</Button>
      </div>
    </div>
  )
}
