import { useCallback, useEffect, useRef, useState } from 'react'
import { readLocal, type WizardState, writeLocal } from '../browser/index.ts'
import { useActiveCompany, useViewer } from '../session/index.ts'

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

/** About how many minutes each step takes. */
const minutes = [1, 2, 2, 2, 1, 1, 1] as const

/** About how many minutes are left from a step on. */
export const minutesFrom = (step: number): number =>
  minutes.slice(step - 1).reduce((sum, some) => sum + some, 0)

const emptyFor = (person: string): WizardState => ({
  version: 2,
  person,
  step: 1,
  name: '',
  website: '',
  legalName: '',
  lei: '',
  jurisdictions: [],
  division: '',
  incorporationCountry: '',
  businessNumber: '',
  serviceTypes: [],
  description: '',
  parent: null,
  note: '',
  taken: [],
  documents: [],
  colleagues: [],
  vaspDiscoverability: true,
  did: null,
  finished: [],
})

/** What this person has entered in this browser, or null. Another person's entries are discarded. */
export function readWizard(person: string): WizardState | null {
  const state = readLocal('companyWizard')
  if (state === null || state.person === person) return state
  writeLocal('companyWizard', null)
  return null
}

/** What was entered so far: kept in this browser at every change, so that a reload loses nothing. */
export function useWizard() {
  const { did: person } = useViewer()
  const company = useActiveCompany()
  const [state, setState] = useState(() => readWizard(person) ?? emptyFor(person))
  const latest = useRef(state)
  const show = useCallback((next: WizardState) => {
    latest.current = next
    setState(next)
  }, [])
  // Switching company starts over: the storage is already empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the company is what makes it look again
  useEffect(() => show(readWizard(person) ?? emptyFor(person)), [company, person, show])
  const change = useCallback(
    (part: Partial<WizardState>) => {
      const next = { ...latest.current, ...part }
      writeLocal('companyWizard', next)
      show(next)
    },
    [show],
  )
  const reset = useCallback(() => {
    writeLocal('companyWizard', null)
    show(emptyFor(person))
  }, [person, show])
  return { state, change, reset }
}

/** Props of a step. */
export interface StepProps {
  state: WizardState
  change: (part: Partial<WizardState>) => void
  onNext: () => void
  /** Absent in the first step. */
  onBack: (() => void) | undefined
}
