import {
  companyRoles,
  domainsMatch,
  Email,
  emailDomain,
  roleNames,
} from '@countersign/contracts/identity'
import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../ui/button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { StepProps } from './wizard-state.ts'

const next = (onNext: () => void, label = 'Next') => (
  <Button variant="primary" onClick={onNext}>
    {label}
  </Button>
)

/** What to have at hand: files are added once the company is there. */
export function DocumentsStep({ onNext }: StepProps) {
  return (
    <Panel
      title="You can add these as soon as the company is there"
      description="Counterparties ask for them before they exchange data. Nothing is needed now."
      footer={next(onNext)}
    >
      <ul className="flex flex-col gap-2">
        {[
          'Licence or registration of the regulator',
          'Certificate of incorporation',
          'Policy against money laundering',
          'Due-diligence questionnaire',
        ].map((name) => (
          <li key={name} className="flex items-center gap-2.5">
            <FileText size={16} className="shrink-0 text-muted" aria-hidden />
            {name}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Colleagues who are invited once the company is the viewer's. */
export function TeamStep({ state, change, onNext }: StepProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('compliance_officer')
  const [error, setError] = useState<string>()
  const add = () => {
    const parsed = z.safeParse(Email, email)
    const address = parsed.data?.toLowerCase()
    if (!address) return setError('Expected an e-mail address')
    if (state.colleagues.some((one) => one.email === address))
      return setError('This address is in the list already')
    change({ colleagues: [...state.colleagues, { email: address, role }].slice(0, 20) })
    setEmail('')
    setError(undefined)
  }
  return (
    <Panel
      title="Who works with you?"
      description="They are invited once the company is yours. You can do this later, too."
      footer={next(onNext, state.colleagues.length > 0 ? 'Next' : 'Skip')}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
        className="flex flex-wrap items-start gap-3"
      >
        <TextField
          className="flex-1 basis-60"
          label="E-mail address"
          type="email"
          error={error}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          className="w-48"
          label="Role"
          options={companyRoles.map((value) => ({ value, label: roleNames[value] }))}
          value={role}
          onChange={(event) => setRole(event.target.value)}
        />
        <Button type="submit" className="mt-6">
          Add
        </Button>
      </form>
      {state.colleagues.length > 0 && (
        <ul aria-label="Colleagues" className="mt-4 divide-y divide-line">
          {state.colleagues.map((one) => (
            <li key={one.email} className="flex items-center justify-between gap-3 py-2">
              <span className="min-w-0 wrap-anywhere">
                {one.email}
                <span className="block text-sm text-muted">
                  {companyRoles.find((known) => known === one.role) === undefined
                    ? one.role
                    : roleNames[companyRoles.find((known) => known === one.role) ?? 'viewer']}
                  {!domainsMatch(one.email, state.website) &&
                    `, at ${emailDomain(one.email)}, which is not the domain of the website`}
                </span>
              </span>
              <IconButton
                icon={X}
                label={`Take ${one.email} from the list`}
                onClick={() =>
                  change({
                    colleagues: state.colleagues.filter(({ email: of }) => of !== one.email),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What a new company begins with, and what that means. */
export function SettingsStep({ onNext }: StepProps) {
  return (
    <Panel
      title="A new company begins with the safe choice"
      description="You can change each of these on the page Settings."
      footer={next(onNext)}
    >
      <DescriptionList
        facts={[
          { term: 'Discoverable', value: 'Yes: other companies find you in the directory' },
          {
            term: 'Automatic decryption',
            value: 'No: personal data stays sealed until you open it',
          },
          { term: 'Travel Rule', value: 'Not started: you send and answer nothing yet' },
        ]}
      />
      <div className="mt-4">
        <Notice tone="info">
          A new company is shown as unverified until the network has checked it.
        </Notice>
      </div>
    </Panel>
  )
}
