import { api, useOperation } from '../api/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { PickManyField } from '../ui/form/pick-many-field.tsx'

interface Props {
  countries: string[]
  disabled: boolean
  error: string | undefined
  onChange: (countries: string[]) => void
}

/** The countries to whose companies the coins go without an answer: only those whose law is known to allow it. */
export function ProcessFor({ countries, disabled, error, onChange }: Props) {
  const { data } = useOperation(api.jurisdiction.list, {})
  const allowed = (data?.jurisdictions ?? [])
    .filter(({ mustReject }) => mustReject === false)
    .flatMap((one) => one.countries)
  const options = [...new Set([...allowed, ...countries])]
    .map((code) => ({ value: code, label: countryName(code), detail: code }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <PickManyField
      className="sm:col-span-2"
      label="Send without a response to companies in"
      optional
      hint="Countries whose law doesn’t refuse incomplete transfers. Everywhere else, the choice above applies."
      placeholder="Add a country"
      chosenLabel="Countries that don’t have to respond"
      options={options}
      values={countries}
      disabled={disabled}
      error={error}
      onChange={onChange}
    />
  )
}
