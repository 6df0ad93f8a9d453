import type { NewStep } from '../transfer/index.ts'
import type { CounterpartyPort } from './port.ts'

/** The steps that follow of what a company did: its own, and those that reach the other. */
export const leftFor = (
  { counterparty }: { readonly counterparty: Pick<CounterpartyPort, 'leave'> },
  company: string,
  steps: readonly NewStep[],
): NewStep[] =>
  steps.map((step) => (step.company === company ? step : counterparty.leave(company, step)))
