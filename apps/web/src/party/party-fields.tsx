import { ChoiceField } from '../ui/form/choice-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/page/panel.tsx'
import type { Party } from './party.ts'

/** The fields of one customer; `full`: with what laws ask of the originator. */
export function PartyFields({
  title,
  party,
  full = false,
  onChange,
}: {
  title: string
  party: Party
  full?: boolean
  onChange: (changes: Partial<Party>) => void
}) {
  const isPerson = party.kind === 'person'
  const text = (name: Exclude<keyof Party, 'kind'>) => ({
    value: party[name],
    maxLength: 100,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <Panel title={title}>
      <div className="grid gap-4">
        <ChoiceField
          label={`${title} is`}
          value={party.kind}
          options={[
            { value: 'person', label: 'A person' },
            { value: 'company', label: 'A company' },
          ]}
          onChange={(kind) => onChange({ kind: kind === 'company' ? 'company' : 'person' })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {isPerson && <TextField label="First name" {...text('firstName')} />}
          <TextField label={isPerson ? 'Last name' : 'Legal name'} {...text('lastName')} />
        </div>
        {full && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField label="Street" optional {...text('street')} />
              <TextField label="Building number" optional {...text('number')} />
              <TextField label="Town" optional {...text('town')} />
              <TextField
                label="Country"
                optional
                hint="Two letters, such as SG"
                {...text('country')}
                maxLength={2}
              />
            </div>
            <div className="grid gap-4 sm:grid-cols-2">
              {isPerson && (
                <>
                  <TextField label="Date of birth" optional type="date" {...text('birthDate')} />
                  <TextField label="Place of birth" optional {...text('birthPlace')} />
                </>
              )}
              <TextField label="Customer ID" optional {...text('customerId')} />
            </div>
          </>
        )}
      </div>
    </Panel>
  )
}
