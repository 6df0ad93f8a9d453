import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ })

/** The keys of registers outside the network. */
export const registerKeys = {
  /** Absent: a few records that come along; `off`: no look-up. The real one: https://api.gleif.org/api/v1 */
  GLEIF_BASE_URL: z.union([z.literal('off'), url]).optional(),
  /** Absent: none, in the demo the demo's file. */
  VASP_DIRECTORY: z.enum(['none', 'csv', 'http']).optional(),
  VASP_DIRECTORY_CSV: z.string().min(1).optional(),
  VASP_DIRECTORY_URL: url.optional(),
  VASP_DIRECTORY_TOKEN: z.string().min(1).optional(),
  /** JSON: our name of a field → theirs. */
  VASP_DIRECTORY_FIELDS: z
    .string()
    .optional()
    .transform((text, context) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(text ?? '{}'))
      } catch {
        context.addIssue('Expected a JSON object of strings')
        return z.NEVER
      }
    }),
}

const Keys = z.object(registerKeys)
/** Which registers a deployment asks. */
export type RegisterConfig = z.infer<typeof Keys> & { readonly demo: boolean }

/** What the chosen kind of register needs besides. */
export function registerMistakes(given: Readonly<Record<string, unknown>>): string[] {
  const needed = {
    csv: ['VASP_DIRECTORY_CSV'],
    http: ['VASP_DIRECTORY_URL', 'VASP_DIRECTORY_TOKEN'],
  }
  const kind = given.VASP_DIRECTORY
  if (kind !== 'csv' && kind !== 'http') return []
  return needed[kind]
    .filter((key) => !given[key])
    .map((key) => `${key}: missing although VASP_DIRECTORY is ${kind}`)
}
