import { type NewCompany, roleNames, termsVersion } from '@countersign/contracts/identity'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { setActiveCompany } from '../active-company.ts'
import { api } from '../api.ts'
import type { WizardState } from '../local.ts'
import { configQuery, userVaspListQuery, viewerQuery } from '../session.ts'
import { forgetCompany } from '../shell/switch-company.ts'
import { typeLabel } from '../trust/document-words.tsx'
import { type RegistryField, RegistryValue, registryLabel } from '../trust/registry-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DescriptionList, type Fact } from '../ui/description-list.tsx'
import { Failure } from '../ui/failure.tsx'
import { linkClass } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { ownRequestsQuery } from './request-queries.ts'
import { roleOf } from './role-field.tsx'
import { heldFile } from './wizard-files.ts'
import { StepBar } from './wizard-parts.tsx'
import type { StepProps } from './wizard-state.ts'
import { knownFields, ownFields, stillTaken } from './wizard-taken.ts'

/** The company as the server is told of it. */
function companyOf(state: WizardState): NewCompany {
  const { name, website, ...own } = ownFields(state)
  const note = state.note.trim()
  return {
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    ...{ name: name ?? '', website: website ?? '', terms: termsVersion },
    vaspDiscoverability: state.vaspDiscoverability,
    ...(note && { note }),
  }
}

type ReviewProps = StepProps & { onStep: (step: number) => void; onMade: (did: string) => void }

/** Everything on one page; then the company is made. */
export function ReviewStep({ state, change, onBack, onStep, onMade }: ReviewProps) {
  const [sure, setSure] = useState(false)
  const queryClient = useQueryClient()
  const make = useMutation({
    mutationFn: () => api.auth.newCustomer({ body: companyOf(state) }),
    onSuccess: async ({ did, state: outcome }) => {
      await queryClient.refetchQueries({ queryKey: viewerQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: userVaspListQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ownRequestsQuery.queryKey })
      change({ did })
      if (outcome !== 'approved') return
      setActiveCompany(did)
      forgetCompany(queryClient)
      onMade(did)
    },
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
          ...{ term: email, value: roleNames[roleOf(role)] },
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
