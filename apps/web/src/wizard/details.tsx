import { serviceTypes } from '@countersign/contracts/trust'
import { useDeferredValue, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { countryCodes, countryName } from '../jurisdiction/index.ts'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { StepForm, wrongIn } from './parts.tsx'
import type { StepProps } from './state.ts'

/** The countries to choose from, with one that a register has named. */
const countries = (...given: string[]) =>
  [...new Set([...countryCodes, ...given.filter(Boolean)])].map((code) => ({
    value: code,
    label: countryName(code),
    detail: code,
  }))

/** What the network shows of the company. */
export function DetailsStep({ state, change, onNext, onBack }: StepProps) {
  const { legalName, division, businessNumber, description } = state
  return (
    <StepForm
      label="Details"
      onNext={onNext}
      onBack={onBack}
      check={() => wrongIn({ legalName, division, businessNumber, description })}
    >
      {(errors) => (
        <>
          <TextField
            label="Legal name"
            name="legalName"
            optional
            maxLength={256}
            error={errors.legalName}
            value={legalName}
            onChange={(event) => change({ legalName: event.target.value })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <ComboboxField
              label="Incorporated in"
              optional
              placeholder="Choose a country"
              options={countries(state.incorporationCountry)}
              value={state.incorporationCountry}
              onChange={(incorporationCountry) => change({ incorporationCountry })}
            />
            <TextField
              label="Company number"
              name="businessNumber"
              optional
              maxLength={64}
              hint="As shown in the company register"
              error={errors.businessNumber}
              value={businessNumber}
              onChange={(event) => change({ businessNumber: event.target.value })}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <PickManyField
              label="Jurisdictions"
              optional
              hint="Countries where the company operates"
              placeholder="Add a country"
              chosenLabel="Jurisdictions"
              options={countries(...state.jurisdictions)}
              values={state.jurisdictions}
              onChange={(jurisdictions) => change({ jurisdictions })}
            />
            <TextField
              label="Division"
              name="division"
              optional
              maxLength={6}
              placeholder="US-NY"
              hint="State or province, if its rules differ"
              error={errors.division}
              value={division}
              onChange={(event) => change({ division: event.target.value.toUpperCase() })}
            />
          </div>
          <PickManyField
            label="Type of company"
            optional
            hint="The services it offers"
            placeholder="Add a service"
            chosenLabel="Types of company"
            options={serviceTypes.map((value) => ({ value, label: value }))}
            values={state.serviceTypes}
            onChange={(chosen) => change({ serviceTypes: chosen })}
          />
          <TextArea
            label="Description"
            name="description"
            optional
            maxLength={2000}
            hint="What the company does, in a sentence or two"
            error={errors.description}
            value={description}
            onChange={(event) => change({ description: event.target.value })}
          />
          <ParentField parent={state.parent} onChange={(parent) => change({ parent })} />
        </>
      )}
    </StepForm>
  )
}

type Parent = StepProps['state']['parent']

/** The parent company, which has to agree. */
function ParentField(props: { parent: Parent; onChange: (parent: Parent) => void }) {
  const { parent, onChange } = props
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const query = { ...(q && { q }), listingType: 'all' as const, per_page: 20 }
  const { data } = useOperation(
    api.public.listVasps,
    { query },
    { placeholderData: (before) => before },
  )
  const found = data?.vasps.filter(({ did }) => did !== parent?.did) ?? []
  return (
    <PickManyField
      label="Parent company"
      optional
      hint="It must agree to add the company to its group."
      placeholder={parent ? 'Choose another company' : 'Choose a company'}
      searchPlaceholder="Search companies"
      chosenLabel="Parent company"
      none="No matching companies"
      onSearch={setTyped}
      options={[...(parent ? [parent] : []), ...found].map(({ did, name }) => ({
        value: did,
        label: name,
        detail: did,
      }))}
      values={parent ? [parent.did] : []}
      onChange={(dids) => {
        const chosen = found.find(({ did }) => did === dids.at(-1))
        onChange(chosen ? { did: chosen.did, name: chosen.name } : null)
      }}
    />
  )
}
