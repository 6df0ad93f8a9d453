import { TextField } from '../ui/text-field.tsx'
import { StepForm, wrongIn } from './wizard-parts.tsx'
import { GleifPrefill, VaspnetPrefill } from './wizard-registers.tsx'
import type { StepProps } from './wizard-state.ts'

/** Name and website; registers fill in what they know, as far as it is accepted. */
export function IdentityStep({ state, change, onNext, onBack }: StepProps) {
  return (
    <StepForm
      label="Identity"
      onNext={onNext}
      onBack={onBack}
      check={() => ({
        ...wrongIn({ name: state.name, website: state.website, lei: state.lei }),
        ...(!state.name.trim() && { name: 'Say what the company is called' }),
        ...(!state.website.trim() && { website: 'Say where its website is' }),
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
            type="url"
            placeholder="https://www.example.com"
            hint="When your e-mail address is at its domain, you run the company at once."
            error={errors.website}
            value={state.website}
            onChange={(event) => change({ website: event.target.value })}
          />
        </>
      )}
    </StepForm>
  )
}
