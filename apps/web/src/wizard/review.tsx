import { type NewCompany, roleNames, termsVersion } from '@countersign/contracts/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, refresh, useChange } from '../api/index.ts'
import type { WizardState } from '../browser/index.ts'
import { typeLabel } from '../document/index.ts'
import { type RegistryField, RegistryValue, registryLabel } from '../registry/index.ts'
import { ownRequestsQuery } from '../request/index.ts'
import {
  configQuery,
  forgetCompany,
  setActiveCompany,
  userVaspListQuery,
  viewerQuery,
} from '../session/index.ts'
import { roleOf } from '../team/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { DescriptionList, type Fact } from '../ui/value/description-list.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { heldFile } from './files.ts'
import { StepBar } from './parts.tsx'
import type { StepProps } from './state.ts'
import { knownFields, ownFields, stillTaken } from './taken.ts'

/** The company as the server is told of it. */
function companyOf(state: WizardState): NewCompany {
  const { name, website, ...own } = ownFields(state)
  const note = state.note.trim()
  return {
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    name: name ?? '',
    website: website ?? '',
    terms: termsVersion,
    vaspDiscoverability: state.vaspDiscoverability,
    ...(note && { note }),
  }
}

type ReviewProps = StepProps & { onStep: (step: number) => void; onMade: (did: string) => void }

/** Everything on one page; then the company is made. */
export function ReviewStep({ state, change, onBack, onStep, onMade }: ReviewProps) {
  const [sure, setSure] = useState(false)
  const queryClient = useQueryClient()
  const make = useChange(() => api.auth.newCustomer({ body: companyOf(state) }), {
    onSuccess: async ({ did, state: outcome }) => {
      await queryClient.refetchQueries({ queryKey: viewerQuery.queryKey })
      void refresh(queryClient, userVaspListQuery.queryKey)
      void refresh(queryClient, ownRequestsQuery.queryKey)
      change({ did })
      if (outcome !== 'approved') return
      setActiveCompany(did)
      forgetCompany(queryClient)
      onMade(did)
    },
    showsFailure: true,
  })
  const known = knownFields(state)
  const sources = new Map(
    state.taken.flatMap((taken) =>
      Object.keys(stillTaken(state, taken)).map((name) => [name, taken.registry] as const),
    ),
  )
  const names = (Object.keys(known) as RegistryField[]).toSorted((a, b) => placeOf(a) - placeOf(b))
  return (
    <>
      <div data-print="hide" className="flex justify-end">
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
      </div>
      <Part
        title="Company"
        onChange={() => onStep(2)}
        facts={[
          ...names.map((name) => ({
            term: registryLabel(name),
            value: (
              <>
                <RegistryValue name={name} value={known[name]} />
                {sources.has(name) && (
                  <span className="block text-xs text-muted">From {sources.get(name)}</span>
                )}
              </>
            ),
          })),
          ...(state.parent ? [{ term: 'Parent company', value: state.parent.name }] : []),
        ]}
      />
      <Part
        title="Licences and documents"
        onChange={() => onStep(4)}
        facts={state.documents.map((one) => ({
          term: one.name,
          value: (
            <>
              {typeLabel(one.type)}
              {!heldFile(one) && (
                <span className="block text-sm text-warning">
                  Choose it again, or it will be left out
                </span>
              )}
            </>
          ),
        }))}
        none="None. You can add them on the Documents page."
      />
      <Part
        title="Team"
        onChange={() => onStep(5)}
        facts={state.colleagues.map(({ email, role }) => ({
          term: email,
          value: roleNames[roleOf(role)],
        }))}
        none="No invitations. You can invite people on the Team page."
      />
      <Part
        title="Settings"
        onChange={() => onStep(6)}
        facts={[
          { term: 'Listed in the directory', value: state.vaspDiscoverability ? 'Yes' : 'No' },
          { term: 'Open personal data', value: 'One transfer at a time' },
        ]}
      />
      <Panel title="Submit">
        <div className="flex flex-col gap-4">
          <TextArea
            label="Note to the network"
            optional
            maxLength={500}
            hint="Read if your email address isn’t at the website’s domain"
            value={state.note}
            onChange={(event) => change({ note: event.target.value })}
          />
          <Terms />
          <Checkbox
            label="I’m authorised to act for this company, the information is accurate, and I accept these terms."
            checked={sure}
            onChange={(event) => setSure(event.target.checked)}
          />
          <Failure error={make.error} title="Company not added" />
        </div>
      </Panel>
      <StepBar onBack={onBack}>
        <Button
          variant="primary"
          pending={make.isPending}
          disabledReason={sure ? undefined : 'Accept the terms first'}
          onClick={() => make.mutate()}
        >
          Add company
        </Button>
      </StepBar>
    </>
  )
}

const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** The fields of the review in the order in which they were asked. */
const order: readonly string[] = [
  ...['name', 'legalName', 'website', 'lei', 'incorporationCountry', 'businessNumber'],
  ...['jurisdictions', 'division', 'serviceTypes', 'description', 'regulatoryAuthorities'],
  ...['certificates', 'regulatoryStatus', 'yearFounded', 'otherNames', 'legalStructure'],
  ...['addressLine1', 'addressLine2', 'postCode', 'city', 'state', 'country'],
]

type PartProps = { title: string; facts: readonly Fact[]; onChange: () => void; none?: ReactNode }

function Part({ title, facts, onChange, none }: PartProps) {
  return (
    <Panel
      title={title}
      actions={
        <button type="button" data-print="hide" onClick={onChange} className={linkClass}>
          Change<span className="sr-only"> {title}</span>
        </button>
      }
    >
      {facts.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <DescriptionList facts={facts} />
      )}
    </Panel>
  )
}

/** What a person agrees to when adding a company, in plain words. */
function Terms() {
  const { data } = useQuery(configQuery)
  return (
    <div className="text-sm">
      <p className="font-medium">Network terms</p>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-muted">
        <li>
          What you state about the company is shown to other members, and you keep it accurate.
        </li>
        <li>Personal data you receive is used for the Travel Rule only.</li>
        <li>The network may verify what you state, ask for evidence and suspend the company.</li>
        <li>Every change and every view of personal data is recorded in an audit log.</li>
        <li>
          The{' '}
          <a href={data?.privacyPolicyUrl ?? '/privacy'} className={linkClass}>
            privacy policy
          </a>{' '}
          applies.
        </li>
      </ul>
    </div>
  )
}
