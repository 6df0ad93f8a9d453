import { Profile } from '@countersign/contracts/trust'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../api.ts'
import { countryCodes, countryName } from '../trust/countries.ts'
import { Button } from '../ui/button.tsx'
import { ChipFilter } from '../ui/chip-filter.tsx'
import { ComboboxField } from '../ui/combobox-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { StepProps } from './wizard-state.ts'

type Errors = Readonly<Record<string, string>>

/** What is wrong with these fields of a profile; empty ones are passed over. */
function wrongIn(fields: Readonly<Record<string, string>>): Errors {
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))
  const checked = z.safeParse(Profile, given)
  return Object.fromEntries(
    checked.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? [],
  )
}

type FormProps = {
  label: string
  check: () => Errors
  onNext: () => void
  children: (errors: Errors) => ReactNode
}

/** A step that goes on when its fields are right; else the first wrong one takes focus. */
function StepForm({ label, check, onNext, children }: FormProps) {
  const [errors, setErrors] = useState<Errors>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = check()
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first === undefined) onNext()
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Panel
        footer={
          <Button type="submit" variant="primary">
            Next
          </Button>
        }
      >
        <div className="flex flex-col gap-4">{children(errors)}</div>
      </Panel>
    </form>
  )
}

/** Name, website and identifier; the register fills in what it knows. */
export function IdentityStep({ state, change, onNext }: StepProps) {
  const lookUp = useMutation({
    mutationFn: () =>
      api.registry.searchGleif({ query: { LEI: state.lei.trim(), convertToSimpleVASP: 'true' } }),
  })
  const said = lookUp.data
  return (
    <StepForm
      label="Identity"
      onNext={onNext}
      check={() => ({
        ...wrongIn({ name: state.name, website: state.website, lei: state.lei }),
        ...(!state.name.trim() && { name: 'Say what the company is called' }),
        ...(!state.website.trim() && { website: 'Say where its website is' }),
      })}
    >
      {(errors) => (
        <>
          <TextField
            label="Name"
            name="name"
            maxLength={120}
            autoComplete="organization"
            error={errors.name}
            value={state.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            label="Website"
            name="website"
            type="url"
            placeholder="https://www.example.com"
            hint="When your e-mail address is at its domain, you run the company at once."
            error={errors.website}
            value={state.website}
            onChange={(event) => change({ website: event.target.value })}
          />
          <div className="flex flex-wrap items-end gap-2">
            <TextField
              className="min-w-0 flex-1 basis-60"
              label="Legal entity identifier"
              name="lei"
              optional
              mono
              maxLength={20}
              error={errors.lei}
              value={state.lei}
              onChange={(event) => change({ lei: event.target.value.toUpperCase() })}
            />
            <Button
              pending={lookUp.isPending}
              disabledReason={state.lei.length === 20 ? undefined : 'Enter 20 characters first'}
              onClick={() => lookUp.mutate()}
            >
              Look it up at GLEIF
            </Button>
          </div>
          {lookUp.error && (
            <Notice tone="warning" title="GLEIF did not answer with a company">
              You can go on and enter everything yourself.
            </Notice>
          )}
          {said && (
            <Notice
              tone="info"
              title={`GLEIF: ${said.legalName}`}
              action={
                <Button
                  onClick={() => {
                    const { jurisdictions } = said.vasp ?? {}
                    change({ legalName: said.legalName, ...(jurisdictions && { jurisdictions }) })
                    lookUp.reset()
                  }}
                >
                  Take over
                </Button>
              }
            >
              {[said.jurisdiction, said.entityStatus].filter(Boolean).join(', ')}. You have{' '}
              {state.legalName || 'no legal name yet'}.
            </Notice>
          )}
        </>
      )}
    </StepForm>
  )
}

/** What the network shows of the company. */
export function DetailsStep({ state, change, onNext }: StepProps) {
  const { jurisdictions } = state
  return (
    <StepForm
      label="Details"
      onNext={onNext}
      check={() => wrongIn({ legalName: state.legalName, description: state.description })}
    >
      {(errors) => (
        <>
          <TextField
            label="Legal name"
            name="legalName"
            optional
            maxLength={256}
            error={errors.legalName}
            value={state.legalName}
            onChange={(event) => change({ legalName: event.target.value })}
          />
          <ComboboxField
            label="Jurisdictions"
            hint="The countries where the company operates"
            placeholder="Add a country"
            options={countryCodes
              .filter((code) => !jurisdictions.includes(code))
              .map((code) => ({ value: code, label: countryName(code), detail: code }))}
            value=""
            onChange={(code) => code && change({ jurisdictions: [...jurisdictions, code] })}
          />
          {jurisdictions.length > 0 && (
            <ChipFilter
              chips={jurisdictions.map((code) => ({
                label: countryName(code),
                onRemove: () =>
                  change({ jurisdictions: jurisdictions.filter((one) => one !== code) }),
              }))}
            />
          )}
          <TextArea
            label="Description"
            name="description"
            optional
            maxLength={2000}
            hint="What the company does, in a sentence or two"
            error={errors.description}
            value={state.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </>
      )}
    </StepForm>
  )
}
