import * as z from 'zod/mini'

/** Everything that this browser keeps in local storage, by key (specification §9). */
export interface Local {
  /** The company that the viewer works for. */
  activeVasp: string
  /** What the user has entered in the wizard so far. */
  companyWizard: WizardState
  /** The answer to the question about cookies. */
  cookieConsent: boolean
  /** Where a registering user came from, and the id under which that is counted. */
  onboarding: { onboardingTrackingId: string; source: string }
}

/** What the company wizard keeps; an unknown version is as good as absent. */
const WizardState = z.object({
  version: z.literal(2),
  /** Whose it is: nobody else is shown it. */
  person: z.string(),
  /** The farthest step that was reached. */
  step: z.int().check(z.minimum(1), z.maximum(7)),
  name: z.string(),
  website: z.string(),
  legalName: z.string(),
  lei: z.string(),
  jurisdictions: z.array(z.string()),
  division: z.string(),
  incorporationCountry: z.string(),
  businessNumber: z.string(),
  serviceTypes: z.array(z.string()),
  description: z.string(),
  /** The company that is to be the parent. */
  parent: z.nullable(z.object({ did: z.string(), name: z.string() })),
  note: z.string(),
  /** What was taken from registers, with what they were asked. */
  taken: z.array(
    z.object({
      registry: z.enum(['GLEIF', 'VASPnet']),
      externalId: z.string(),
      question: z.string(),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Files that were chosen; what is in them stays in the page. */
  documents: z.array(z.object({ name: z.string(), size: z.number(), type: z.string() })),
  colleagues: z.array(z.object({ email: z.string(), role: z.string() })),
  vaspDiscoverability: z.boolean(),
  /** The company, once it was made. */
  did: z.nullable(z.string()),
  /** What was done for the company after that. */
  finished: z.array(z.string()),
})
export type WizardState = z.infer<typeof WizardState>

type Shape<K extends keyof Local> = z.ZodMiniType<Local[K], string>

/** The form of each as text. What does not fit it is as good as absent. */
const shapes: { readonly [K in keyof Local]: Shape<K> } = {
  activeVasp: z.string().check(z.startsWith('did:')),
  companyWizard: json(WizardState),
  cookieConsent: json(z.boolean()),
  onboarding: json(z.object({ onboardingTrackingId: z.string(), source: z.string() })),
}

function json<T extends z.ZodMiniType>(shape: T) {
  return z.codec(z.string(), shape, {
    decode: (text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.issues.push({ code: 'custom', message: 'Expected JSON', input: text })
        return z.NEVER
      }
    },
    encode: (value) => JSON.stringify(value),
  })
}

/** What is kept under a key, or null. */
export function readLocal<K extends keyof Local>(key: K): Local[K] | null {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return null
    const shape: Shape<K> = shapes[key]
    const result = z.safeDecode(shape, text)
    return result.success ? result.data : null
  } catch {
    // Storage may be forbidden (private windows); the page works without it.
    return null
  }
}

/** Keeps a value, or forgets it with null. */
export function writeLocal<K extends keyof Local>(key: K, value: Local[K] | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, encoded(key, value))
  } catch {
    // See `readLocal`.
  }
}

function encoded<K extends keyof Local>(key: K, value: Local[K]): string {
  const shape: Shape<K> = shapes[key]
  return z.encode(shape, value)
}
