import { Switch } from '../ui/form/switch.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { NextButton, StepBar } from './parts.tsx'
import type { StepProps } from './state.ts'

/** A new company's initial settings, and what they mean. */
export function SettingsStep({ state, change, onNext, onBack }: StepProps) {
  return (
    <>
      <Panel
        title="A new company starts with the safest settings"
        description="You can change these later on the Settings page."
      >
        <div className="flex flex-col gap-6">
          <Switch
            label="Listed in the directory"
            hint="Others can find your company and ask for what they need before sending you a transfer. If off, only people who know your DID can open its page."
            checked={state.vaspDiscoverability}
            onChange={({ target }) => change({ vaspDiscoverability: target.checked })}
          />
          <Switch
            label="Open personal data automatically"
            hint="Off: personal data of a transfer stays encrypted until someone with permission opens it. Every view is recorded."
            checked={false}
            readOnly
            disabledReason="Only a compliance officer can turn this on. Invite one, or give yourself the role later."
          />
          <div>
            <p className="text-sm font-medium">Travel Rule</p>
            <p className="mt-0.5 text-sm text-muted">
              Not started: you don’t send or answer transfers until you change this on your profile.
              The company is shown as unverified until the network has checked it.
            </p>
          </div>
        </div>
      </Panel>
      <StepBar onBack={onBack}>
        <NextButton onNext={onNext} />
      </StepBar>
    </>
  )
}
