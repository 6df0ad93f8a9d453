import { fullAddress } from '@countersign/contracts/trust'
import { TextField } from '../ui/form/text-field.tsx'
import { StepForm, wrongIn } from './parts.tsx'
import { GleifPrefill, VaspnetPrefill } from './registers.tsx'
import type { StepProps } from './state.ts'

/** Name and website; registers fill in what they know, as far as it is accepted. */
export function IdentityStep({ state, change, onNext, onBack }: StepProps) {
  return (
    <StepForm
      label="Identity"
      onNext={() => {
        change({ website: fullAddress(state.website) })
        onNext()
      }}
      onBack={onBack}
      check={() => ({
        ...wrongIn({ name: state.name, website: fullAddress(state.website), lei: state.lei }),
        ...(!state.name.trim() && { name: 'Enter the company’s name' }),
        ...(!state.website.trim() && { website: 'Enter its website' }),
      })}
      below={(errors) => (
        <>
          <GleifPrefill state={state} change={change} error={errors.lei} />
          <VaspnetPrefill state={state} change={change} />
        </>
      )}
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
            inputMode="url"
            placeholder="example.com"
            hint="If your email address is at this domain, you become admin immediately."
            error={errors.website}
            value={state.website}
            onChange={(event) => change({ website: event.target.value })}
            onBlur={() => change({ website: fullAddress(state.website) })}
          />
        </>
      )}
    </StepForm>
  )
}
