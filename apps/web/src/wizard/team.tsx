import {
  companyRoles,
  domainsMatch,
  Email,
  emailDomain,
  roleDescriptions,
  roleNames,
} from '@countersign/contracts/identity'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useViewer } from '../session/index.ts'
import { roleOf } from '../team/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { NextButton, StepBar } from './parts.tsx'
import type { StepProps } from './state.ts'

/** Colleagues who are invited once the company is the viewer's. */
export function TeamStep({ state, change, onNext, onBack }: StepProps) {
  const { colleagues, website } = state
  const viewer = useViewer()
  const own = viewer.fields.find(({ fieldName }) => fieldName === 'email')?.values[0]?.value
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('compliance_officer')
  const [error, setError] = useState<string>()
  const add = () => {
    const address = z.safeParse(Email, email).data?.toLowerCase()
    if (!address) return setError('Enter an email address')
    if (address === own?.toLowerCase()) return setError('That’s you: you’ll be its admin')
    if (colleagues.some((one) => one.email === address))
      return setError('This address is already in the list')
    if (colleagues.length >= 20) return setError('Invite more people later on the Team page')
    change({ colleagues: [...colleagues, { email: address, role }] })
    setEmail('')
    setError(undefined)
  }
  return (
    <>
      <Panel
        title="Who works with you?"
        description="They receive an email once the company is yours. You can also do this later."
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
          className="flex flex-col gap-3"
        >
          <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
            <TextField
              label="Email address"
              type="email"
              maxLength={254}
              autoComplete="off"
              error={error}
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                setError(undefined)
              }}
            />
            <SelectField
              label="Role"
              options={companyRoles.map((value) => ({ value, label: roleNames[value] }))}
              value={role}
              onChange={(event) => setRole(event.target.value)}
            />
            <Button type="submit" className="w-fit sm:mt-6">
              Add
            </Button>
          </div>
          <p className="text-sm text-muted">
            {roleNames[roleOf(role)]}: {roleDescriptions[roleOf(role)]}.
          </p>
          {/@.+\../.test(email) && !domainsMatch(email, website) && (
            <Notice tone="warning">{strange(email, website)}</Notice>
          )}
        </form>
        {colleagues.length > 0 && (
          <ul aria-label="Colleagues" className="mt-4 divide-y divide-line border-t border-line">
            {colleagues.map((one) => (
              <li key={one.email} className="flex items-start justify-between gap-3 py-2.5">
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-medium">{one.email}</p>
                  <p className="text-sm text-muted">{roleNames[roleOf(one.role)]}</p>
                  {!domainsMatch(one.email, website) && (
                    <p className="mt-0.5 flex items-start gap-1.5 text-sm text-warning">
                      <TriangleAlert size={14} aria-hidden className="mt-0.5" />
                      {strange(one.email, website)}
                    </p>
                  )}
                </div>
                <IconButton
                  icon={X}
                  label={`Remove ${one.email}`}
                  onClick={() =>
                    change({ colleagues: colleagues.filter(({ email: of }) => of !== one.email) })
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <StepBar onBack={onBack}>
        <NextButton onNext={onNext} label={colleagues.length > 0 ? 'Next' : 'Skip'} />
      </StepBar>
    </>
  )
}

/** Why an address is worth a second look. */
const strange = (email: string, website: string) =>
  `${emailDomain(email)} is not the domain of ${website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/.*$/, '')}. Make sure you know this person.`
