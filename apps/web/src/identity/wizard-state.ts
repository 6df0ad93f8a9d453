import { useCallback, useState } from 'react'
import { readLocal, type WizardState, writeLocal } from '../local.ts'

/** The steps of the wizard, in their order. */
export const wizardSteps = [
  'Find your company',
  'Confirm its identity',
  'Company details',
  'Licences and documents',
  'Team',
  'Settings',
  'Review and submit',
] as const

const empty: WizardState = {
  ...{ version: 1, step: 1, name: '', website: '', legalName: '', lei: '', jurisdictions: [] },
  ...{ description: '', note: '', colleagues: [], did: null },
}

/** What was entered so far: kept in this browser at every change, so that a reload loses nothing. */
export function useWizard() {
  const [state, setState] = useState<WizardState>(() => readLocal('companyWizard') ?? empty)
  const change = useCallback((part: Partial<WizardState>) => {
    setState((before) => {
      const next = { ...before, ...part }
      writeLocal('companyWizard', next)
      return next
    })
  }, [])
  const reset = useCallback(() => {
    writeLocal('companyWizard', null)
    setState(empty)
  }, [])
  return { state, change, reset }
}

/** Props of a step. */
export interface StepProps {
  state: WizardState
  change: (part: Partial<WizardState>) => void
  onNext: () => void
}
