import {
  type Profile,
  type Registry,
  type RegistryFields,
  serviceTypes as services,
} from '@countersign/contracts/trust'
import type { WizardState } from '../browser/index.ts'

type Taken = WizardState['taken'][number]

/** What the wizard asks of the company, in the names of the profile. */
export function ownFields(state: WizardState): Profile {
  const text = (value: string) => value.trim() || undefined
  const list = <T>(values: readonly T[]) => (values.length > 0 ? [...values] : undefined)
  return {
    name: text(state.name),
    website: text(state.website),
    legalName: text(state.legalName),
    lei: text(state.lei),
    jurisdictions: list(state.jurisdictions),
    division: text(state.division),
    businessNumber: text(state.businessNumber),
    incorporationCountry: text(state.incorporationCountry),
    serviceTypes: list(services.filter((one) => state.serviceTypes.includes(one))),
    description: text(state.description),
  }
}

/** Of what a register may say, the fields that the wizard itself asks for. */
const inputs = [
  ...(['name', 'website', 'legalName', 'lei'] as const),
  ...(['division', 'incorporationCountry', 'businessNumber'] as const),
]
const isInput = (name: string) => inputs.some((one) => one === name)

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields still as the register gave them; edited fields are the user's own. */
export function stillTaken(state: WizardState, { fields }: Taken): RegistryFields {
  const own: Readonly<Record<string, unknown>> = ownFields(state)
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isInput(name) || same(own[name], value)),
  )
}

/** Everything that is known of the company so far: what was typed, and what registers add. */
export const knownFields = (state: WizardState): RegistryFields => ({
  ...Object.assign({}, ...state.taken.map((one) => stillTaken(state, one))),
  ...Object.fromEntries(
    Object.entries(ownFields(state)).filter(([, value]) => value !== undefined),
  ),
})

/** Takes fields of a register over; a later answer of the same register takes the place of the first. */
export function take(
  state: WizardState,
  registry: Registry,
  asked: { externalId: string; question: string },
  fields: RegistryFields,
): Partial<WizardState> {
  const before = state.taken.find((one) => one.registry === registry)
  const kept = before?.externalId === asked.externalId ? stillTaken(state, before) : {}
  const values: Partial<Record<(typeof inputs)[number], string>> = {}
  for (const name of inputs) values[name] = fields[name] ?? state[name]
  return {
    ...values,
    taken: [
      ...state.taken.filter((one) => one.registry !== registry),
      { registry, ...asked, fields: { ...kept, ...fields } },
    ],
  }
}
