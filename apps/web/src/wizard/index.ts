export { readWizard, wizardSteps } from './state.ts'
