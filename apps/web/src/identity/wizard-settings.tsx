import { Panel } from '../ui/panel.tsx'
import { Switch } from '../ui/switch.tsx'
import { NextButton, StepBar } from './wizard-parts.tsx'
import type { StepProps } from './wizard-state.ts'

/** What a new company begins with, and what that means. */
export function SettingsStep({ state, change, onNext, onBack }: StepProps) {
  return (
    <>
      <Panel
        title="A new company begins with the safe choice"
        description="You can change each of these later, on the page Settings."
      >
        <div className="flex flex-col gap-6">
          <Switch
            label="Listed in the directory"
            hint="Others find your company by searching, and can ask for what they need before they send you a transfer. Switched off, only those who know your DID can open its page."
            checked={state.vaspDiscoverability}
            onChange={({ target }) => change({ vaspDiscoverability: target.checked })}
          />
          <Switch
            label="Open personal data automatically"
            hint="Off: personal data of transfers stays sealed until somebody who may see it asks for it, one transfer at a time. Each view is recorded."
            checked={false}
            readOnly
            disabledReason="Only a compliance officer can switch this on. Invite one, or give yourself the role later."
          />
          <div>
            <p className="text-sm font-medium">Travel Rule</p>
            <p className="mt-0.5 text-sm text-muted">
              Not started: you send and answer nothing until you say so on the profile. Until the
              network has checked the company, it is shown as unverified.
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
